import { setImmediate } from "node:timers/promises";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { readRows } from "../storage/reading-rows.ts";
import { FeedReader } from "./feed-reader.ts";
import { OBSERVATION_COLUMNS } from "./observation-columns.ts";
import { selectFields } from "./observation-fields.ts";
import type { ObservationRecord } from "./observation-record.ts";

/** How often something is sent when nothing happens, so that neither side takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** Most observations that are read at once. */
const CHUNK = 100;

/** Bytes that may wait for one reader; after that it reads on from where it was. */
const MOST_WAITING_BYTES = 1024 * 1024;

const COLUMNS = OBSERVATION_COLUMNS.filter((column) => column !== "metadata").join(", ");
const SELECTION = {
  groups: new Set(["core", "basic", "time", "model", "usage", "metrics", "trace_context"]),
  expandMetadata: new Set<string>(),
};

/** An observation as one server-sent event. */
interface FeedEvent {
  seq: number;
  projectId: string;
  text: string;
}

/** Observations that follow each other in the order of arrival, of all projects. */
interface Chunk {
  /** The number behind which it begins, and the last one in it. */
  after: number;
  last: number;
  events: FeedEvent[];
  /** True when nothing was stored behind it. */
  isLast: boolean;
}

/**
 * Tells readers of new observations, as server-sent events. One cursor goes through what is stored and pushes it to every reader,
 * however many there are. A reader that is slow, or begins further back, reads on its own until it has come to that cursor:
 * nothing is kept for it.
 */
export class ObservationFeed {
  readonly #behind: StatementSync;
  readonly #last: StatementSync;
  readonly #readers = new Set<FeedReader>();
  /** Everything up to this number was pushed to the readers that follow. */
  #seq = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isPushing = false;
  #hasMore = false;

  constructor(database: DatabaseSync) {
    // By the number alone, which is the order of the table: with the project, SQLite would go through all of it.
    this.#behind = database.prepare(
      `SELECT seq, ${COLUMNS} FROM observations WHERE seq > ? ORDER BY seq LIMIT ${CHUNK}`,
    );
    this.#last = database.prepare("SELECT coalesce(max(seq), 0) AS seq FROM observations");
  }

  /** Says that something was stored. */
  notify(): void {
    this.#hasMore = true;
    if (this.#readers.size > 0 && !this.#isPushing) void this.#push();
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) reader.close();
    this.#readers.clear();
    clearInterval(this.#heartbeat);
  }

  /** Events from the observation behind `after` on; without it, of those that are stored from now on. */
  stream(projectId: string, after?: number): ReadableStream<Uint8Array> {
    const last = this.#lastSeq();
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
      // Another service on the same directory may have stored something.
      this.notify();
      for (const reader of this.#readers) reader.sendComment("nothing new");
    }, HEARTBEAT_MS);
  }

  #remove(reader: FeedReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0) clearInterval(this.#heartbeat);
  }

  /** Pushes what was stored to all readers that follow, some at a time, so that requests are answered between. Never rejects. */
  async #push(): Promise<void> {
    this.#isPushing = true;
    try {
      while (this.#hasMore && this.#readers.size > 0) {
        this.#hasMore = false;
        // Exports that were stored together are told of together.
        await setImmediate();
        if (this.#readers.size > 0) this.#pushChunk(this.#read(this.#seq));
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
      // A reader that came while this was stored has had the first of them.
      reader.push(seen <= after ? bytes : encode(found.filter(({ seq }) => seq > seen)));
    }
    for (const reader of this.#readers) if (reader.isFollowing) reader.seq = Math.max(reader.seq, last);
    this.#seq = last;
    this.#hasMore ||= !isLast;
  }

  /** Sends a reader what it is behind with, one chunk at a time, until it follows the cursor of all. */
  async #catchUp(reader: FeedReader): Promise<void> {
    while (this.#readers.has(reader) && !reader.isFollowing) {
      const chunk = this.#read(reader.seq);
      const events = chunk.events.filter(({ projectId }) => projectId === reader.projectId);
      reader.seq = chunk.last;
      reader.isFollowing = chunk.last >= this.#seq;
      if (events.length > 0) return reader.send(encode(events));
      await setImmediate();
    }
  }

  #read(after: number): Chunk {
    const rows = readRows(this.#behind, after);
    return {
      after,
      last: Number(rows.at(-1)?.["seq"] ?? after),
      events: rows.map((row) => ({
        seq: Number(row["seq"]),
        projectId: String(row["projectId"]),
        text: eventText(Number(row["seq"]), row as unknown as ObservationRecord),
      })),
      isLast: rows.length < CHUNK,
    };
  }

  #lastSeq(): number {
    return Number(this.#last.get()?.["seq"]);
  }
}

const encoder = new TextEncoder();

function encode(events: readonly FeedEvent[]): Uint8Array {
  return encoder.encode(events.map(({ text }) => text).join(""));
}

function eventText(seq: number, observation: ObservationRecord): string {
  return `id: ${seq}\nevent: observation\ndata: ${JSON.stringify(selectFields(observation, SELECTION))}\n\n`;
}
