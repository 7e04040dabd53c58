import { globalState, type LoadedRequest, type PlacedMedia } from "@svc/core/internal";
import { createHash } from "node:crypto";
import {
  BroadcastChannel,
  getEnvironmentData,
  isMainThread,
  receiveMessageOnPort,
  setEnvironmentData,
  threadId,
  type Worker,
} from "node:worker_threads";
import type { SpanBatch } from "../encoding/span-batch.ts";

/** Address of the spans, and headers with the credentials. */
interface Destination {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Message of a worker thread to the main thread. */
type FromWorker =
  | { readonly spans: SpanBatch }
  | { readonly media: PlacedMedia }
  | { readonly requests: readonly LoadedRequest[] }
  | { readonly flush: number };

/** Answer of the main thread to a flush. */
interface FromMain {
  readonly flushed: number;
}

/** Receiver, in the main thread, of the data its worker threads hand over. */
export interface ThreadReceiver {
  takeSpans(batch: SpanBatch): void;
  takeMedia(media: PlacedMedia): void;
  takeRequests(requests: readonly LoadedRequest[]): void;
  flush(): Promise<void>;
}

/**
 * Thread ids beyond the newest worker's whose channels are already open, for workers that start while the main thread is
 * busy.
 */
const AHEAD = 16;

const hubs = new Set<ThreadHub>();

function expectEverywhere(worker: Worker): void {
  for (const hub of hubs) hub.expect(worker);
}

/** Returns the key of a destination: two processors with the same address and credentials have the same key. */
function keyOf({ url, headers }: Destination): string {
  return `svc ${createHash("sha256")
    .update(JSON.stringify([url, headers]))
    .digest("base64url")}`;
}

/**
 * Main thread's side: takes over data that worker threads record for the same destination, as soon as they record it. The
 * data is thus safe when a worker is terminated, which runs none of its listeners.
 */
export class ThreadHub {
  readonly #receiver: ThreadReceiver;
  readonly #key: string;
  readonly #channels = new Map<number, BroadcastChannel>();
  /** Highest thread id whose channel is open; shared with the workers. */
  readonly #open = new Int32Array(new SharedArrayBuffer(4));

  constructor(destination: Destination, receiver: ThreadReceiver) {
    this.#receiver = receiver;
    this.#key = keyOf(destination);
    setEnvironmentData(this.#key, this.#open);
    if (hubs.size === 0) process.on("worker", expectEverywhere);
    hubs.add(this);
  }

  /** Takes the data handed over and not yet taken, without the event loop. */
  receiveNow(): void {
    for (const channel of this.#channels.values()) this.#empty(channel);
  }

  close(): void {
    hubs.delete(this);
    if (hubs.size === 0) process.off("worker", expectEverywhere);
    setEnvironmentData(this.#key, undefined);
    for (const id of this.#channels.keys()) this.#close(id);
  }

  /** Opens the channels of this worker and of the next thread ids. */
  expect(worker: Worker): void {
    const id = worker.threadId;
    for (let next = this.#open[0]! + 1; next <= id + AHEAD; next++) this.#openChannel(next);
    Atomics.store(this.#open, 0, Math.max(this.#open[0]!, id + AHEAD));
    worker.once("exit", () => this.#close(id));
  }

  #openChannel(id: number): void {
    const channel = new BroadcastChannel(`${this.#key} ${id}`);
    channel.unref();
    channel.addEventListener("message", (event) => this.#take(channel, dataOf(event) as FromWorker));
    this.#channels.set(id, channel);
  }

  #close(id: number): void {
    const channel = this.#channels.get(id);
    if (channel === undefined) return;
    this.#empty(channel);
    this.#channels.delete(id);
    channel.close();
  }

  #empty(channel: BroadcastChannel): void {
    for (;;) {
      const received = receiveMessageOnPort(channel as never);
      if (received === undefined) return;
      this.#take(channel, received.message as FromWorker);
    }
  }

  #take(channel: BroadcastChannel, message: FromWorker): void {
    if ("spans" in message) {
      const { body } = message.spans;
      const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      this.#receiver.takeSpans({ ...message.spans, body: buffer });
    } else if ("media" in message) {
      this.#receiver.takeMedia(message.media);
    } else if ("requests" in message) {
      this.#receiver.takeRequests(message.requests);
    } else {
      const answer: FromMain = { flushed: message.flush };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      void this.#receiver.flush().then(() => channel.postMessage(answer));
    }
  }
}

function dataOf(event: Event): unknown {
  return (event as Event & { readonly data: unknown }).data;
}

/** Worker thread's side: hands its recorded data over to the main thread. */
export class ThreadLink {
  readonly #open: Int32Array;
  readonly #channel: BroadcastChannel;
  readonly #flushes = new Map<number, () => void>();
  #flushCount = 0;

  /**
   * Returns the link to the main thread; undefined in the main thread itself, and when the main thread has no processor
   * for the same destination.
   */
  static toMainThread(destination: Destination): ThreadLink | undefined {
    if (isMainThread) return undefined;
    const key = keyOf(destination);
    const open = getEnvironmentData(key);
    // Threads started by this one do not reach the main thread through this key.
    setEnvironmentData(key, undefined);
    return open instanceof Int32Array ? new ThreadLink(open, `${key} ${threadId}`) : undefined;
  }

  private constructor(open: Int32Array, channelName: string) {
    this.#open = open;
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.unref();
    this.#channel.addEventListener("message", (event) => this.#settle((dataOf(event) as FromMain).flushed));
  }

  /** True when the main thread already takes over data from this thread. */
  get isOpen(): boolean {
    return Atomics.load(this.#open, 0) >= threadId;
  }

  /** Makes the other queues of this thread hand over their content at the end of each turn in which they accept some. */
  handOverQueues(): void {
    let isDue = false;
    globalState.deliverUrgently = () => {
      if (isDue || !this.isOpen) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        const requests = [...(globalState.exitQueues ?? [])].flatMap((queue) => queue.handOver?.() ?? []);
        if (requests.length > 0) this.send({ requests });
      });
    };
  }

  send(message: FromWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message);
  }

  /** Resolves when the main thread has delivered the data it took over, or could not. */
  flush(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const flush = ++this.#flushCount;
    this.#flushes.set(flush, resolve);
    this.#channel.ref();
    this.send({ flush });
    return promise;
  }

  #settle(flush: number): void {
    this.#flushes.get(flush)?.();
    this.#flushes.delete(flush);
    if (this.#flushes.size === 0) this.#channel.unref();
  }
}
