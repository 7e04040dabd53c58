import { globalState, type Delivery, type MediaUpload } from "@svc/core";
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
import type { SealedBatch } from "../encoding/span-collector.ts";

/** Media, and where in a trace it stands. */
export type MediaToUpload = Pick<MediaUpload, "media" | "place">;

/** Where spans are sent, and as whom. */
interface Destination {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a worker thread tells the main thread. */
type FromWorker =
  | { readonly spans: SealedBatch }
  | { readonly media: MediaToUpload }
  | { readonly deliveries: readonly Delivery[] }
  | { readonly flush: number };

/** What the main thread answers. */
interface FromMain {
  readonly flushed: number;
}

/** What the main thread does with what its workers hand over. */
export interface ThreadReceiver {
  takeSpans(batch: SealedBatch): void;
  takeMedia(media: MediaToUpload): void;
  takeDeliveries(deliveries: readonly Delivery[]): void;
  flush(): Promise<void>;
}

/** Thread ids beyond the newest whose channel is open already, for workers that start while the main thread is busy. */
const AHEAD = 16;

const hubs = new Set<ThreadHub>();

function expectEverywhere(worker: Worker): void {
  for (const hub of hubs) hub.expect(worker);
}

/** Two processors that send to the same place with the same credentials have the same key. */
function keyOf({ url, headers }: Destination): string {
  return `svc ${createHash("sha256")
    .update(JSON.stringify([url, headers]))
    .digest("base64url")}`;
}

/**
 * The main thread's side: takes over what worker threads have recorded for the same destination, the moment they have.
 * So it is safe when a worker is terminated, which runs none of its listeners.
 */
export class ThreadHub {
  readonly #receiver: ThreadReceiver;
  readonly #key: string;
  readonly #channels = new Map<number, BroadcastChannel>();
  /** Highest thread id whose channel is open; the workers see it. */
  readonly #open = new Int32Array(new SharedArrayBuffer(4));

  constructor(destination: Destination, receiver: ThreadReceiver) {
    this.#receiver = receiver;
    this.#key = keyOf(destination);
    setEnvironmentData(this.#key, this.#open);
    if (hubs.size === 0) process.on("worker", expectEverywhere);
    hubs.add(this);
  }

  /** Takes what has been handed over and not been taken yet, without the event loop. */
  receiveNow(): void {
    for (const channel of this.#channels.values()) this.#empty(channel);
  }

  close(): void {
    hubs.delete(this);
    if (hubs.size === 0) process.off("worker", expectEverywhere);
    setEnvironmentData(this.#key, undefined);
    for (const id of this.#channels.keys()) this.#close(id);
  }

  /** Makes ready for what this worker will hand over. */
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
      const { body, spanCount } = message.spans;
      this.#receiver.takeSpans({ body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), spanCount });
    } else if ("media" in message) {
      this.#receiver.takeMedia(message.media);
    } else if ("deliveries" in message) {
      this.#receiver.takeDeliveries(message.deliveries);
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

/** A worker thread's side: hands over to the main thread what it has recorded. */
export class ThreadLink {
  readonly #open: Int32Array;
  readonly #channel: BroadcastChannel;
  readonly #flushes = new Map<number, () => void>();
  #flushCount = 0;

  /** Undefined in the main thread, and where the main thread has no processor for the same destination. */
  static toMainThread(destination: Destination): ThreadLink | undefined {
    if (isMainThread) return undefined;
    const key = keyOf(destination);
    const open = getEnvironmentData(key);
    // Threads that this one starts do not reach the main thread by it.
    setEnvironmentData(key, undefined);
    return open instanceof Int32Array ? new ThreadLink(open, `${key} ${threadId}`) : undefined;
  }

  private constructor(open: Int32Array, channelName: string) {
    this.#open = open;
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.unref();
    this.#channel.addEventListener("message", (event) => this.#settle((dataOf(event) as FromMain).flushed));
  }

  /** Whether the main thread takes over by now what is handed to it. */
  get isOpen(): boolean {
    return Atomics.load(this.#open, 0) >= threadId;
  }

  /** From now on what the other queues of this thread take is handed over at the end of the turn in which they took it. */
  handOverQueues(): void {
    let isDue = false;
    globalState.deliverUrgently = () => {
      if (isDue || !this.isOpen) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        const deliveries = [...(globalState.exitQueues ?? [])].flatMap((queue) => queue.drain());
        if (deliveries.length > 0) this.send({ deliveries });
      });
    };
  }

  send(message: FromWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message);
  }

  /** Resolves when the main thread has delivered what it took over, or could not. */
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
