import { setImmediate } from "node:timers/promises";
import type { ArrivedObservation, Arrivals } from "./arrivals.ts";
import { FeedReader } from "./feed-reader.ts";
import { selectFields } from "./observation-fields.ts";

/** Interval of comments on an idle connection, in milliseconds, so that neither side takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** Most observations in one read. */
const CHUNK = 100;

/** Most bytes that may wait for one reader. Beyond them, the reader reads on from its own position. */
const MOST_WAITING_BYTES = 128 * 1024;

const SELECTION = {
  groups: new Set(["core", "basic", "time", "model", "usage", "metrics", "trace_context"]),
  expandMetadata: new Set<string>(),
};

/** Observation as one server-sent event. */
interface FeedEvent {
  seq: number;
  projectId: string;
  text: string;
}

/** Consecutive observations of all projects, in the order of arrival. */
interface Chunk {
  /** Number just before the chunk; `last` is the number of its last observation. */
  after: number;
  last: number;
  events: FeedEvent[];
  /** True when nothing was stored after the chunk. */
  isLast: boolean;
}

/**
 * Feed of new observations, as server-sent events. One cursor reads the stored observations and pushes them to all readers. A
 * reader that is slow, or begins further back, reads on its own until it reaches the cursor: the feed keeps nothing for it.
 */
export class ObservationFeed {
  readonly #arrivals: Arrivals;
  readonly #readers = new Set<FeedReader>();
  /** Number of the last observation that was pushed to the readers that follow. */
  #seq = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isPushing = false;
  #hasMore = false;

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  /** Tells the feed that observations were stored. */
  notify(): void {
    this.#hasMore = true;
    if (this.#readers.size > 0 && !this.#isPushing) void this.#push();
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.close();
    this.#readers.clear();
    clearInterval(this.#heartbeat);
  }

  /** Streams events from the observation after `after` on; without `after`, events of observations stored from now on. */
  stream(projectId: string, after?: number): ReadableStream<Uint8Array> {
    const last = this.#arrivals.last();
    const reader = new FeedReader(projectId, after ?? last);
    if (this.#readers.size === 0) this.#begin(last);
    if (!this.#isClosed) this.#readers.add(reader);
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        reader.open(controller);
        if (this.#isClosed) reader.close();
      },
      pull: async () => this.#catchUp(reader),
      cancel: () => this.#remove(reader),
    };
    return new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }));
  }

  #begin(last: number): void {
    if (this.#isClosed) return;
    this.#seq = last;
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      // Another service on the same directory may have stored observations.
      this.notify();
      for (const reader of this.#readers) reader.sendComment("nothing new");
    }, HEARTBEAT_MS);
  }

  #remove(reader: FeedReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) clearInterval(this.#heartbeat);
  }

  /** Pushes new observations to all readers that follow, in chunks, so that requests are answered in between. Never rejects. */
  async #push(): Promise<void> {
    this.#isPushing = true;
    try {
      while (this.#hasMore && this.#readers.size > 0) {
        this.#hasMore = false;
        // Waits, so that exports that were stored together are pushed together.
        await setImmediate();
        if (this.#readers.size > 0) this.#pushChunk(await this.#read(this.#seq));
      }
    } catch (error) {
      for (const reader of this.#readers) reader.fail(error);
      this.#readers.clear();
    } finally {
      this.#isPushing = false;
    }
  }

  #pushChunk({ after, last, events, isLast }: Chunk): void {
    const byProject = Map.groupBy(events, ({ projectId }) => projectId);
    const encoded = new Map<string, Uint8Array>();
    for (const reader of this.#readers) {
      const { projectId, seq: seen } = reader;
      const found = byProject.get(projectId);
      if (found === undefined || !reader.isFollowing || seen >= last) continue;
      const bytes = encoded.get(projectId) ?? encode(found);
      encoded.set(projectId, bytes);
      // A reader that joined while these were stored has already received the first of them.
      reader.push(seen <= after ? bytes : encode(found.filter(({ seq }) => seq > seen)));
    }
    for (const reader of this.#readers) if (reader.isFollowing) reader.seq = Math.max(reader.seq, last);
    this.#seq = last;
    this.#hasMore ||= !isLast;
  }

  /** Sends a reader the observations it lacks, one chunk at a time, until it follows the shared cursor. */
  async #catchUp(reader: FeedReader): Promise<void> {
    while (this.#readers.has(reader) && !reader.isFollowing) {
      const chunk = await this.#read(reader.seq);
      if (!this.#readers.has(reader)) return;
      const events = chunk.events.filter(({ projectId }) => projectId === reader.projectId);
      reader.seq = chunk.last;
      reader.isFollowing = chunk.last >= this.#seq;
      if (events.length > 0) return reader.send(encode(events));
      await setImmediate();
    }
  }

  async #read(after: number): Promise<Chunk> {
    const observations = await this.#arrivals.after(after, CHUNK);
    return {
      after,
      last: observations.at(-1)?.seq ?? after,
      events: observations.map((observation) => ({
        seq: observation.seq,
        projectId: observation.projectId,
        text: eventText(observation),
      })),
      isLast: observations.length < CHUNK,
    };
  }
}

const encoder = new TextEncoder();

function encode(events: readonly FeedEvent[]): Uint8Array {
  return encoder.encode(events.map(({ text }) => text).join(""));
}

function eventText(observation: ArrivedObservation): string {
  const data = JSON.stringify(selectFields(observation, SELECTION));
  return `id: ${observation.seq}\nevent: observation\ndata: ${data}\n\n`;
}
