import { BroadcastChannel, receiveMessageOnPort, setEnvironmentData, type Worker } from "node:worker_threads";
import type { ThreadDestination, ThreadReceiver } from "../delivery/thread-relay.ts";
import { dataOf, destinationKey, type FromMain, type FromWorker } from "./thread-messages.ts";

/**
 * Thread ids beyond the newest worker's whose channels are already open, for workers that start while the main thread is
 * busy.
 */
const AHEAD = 16;

const hubs = new Set<MainThreadHub>();

function expectEverywhere(worker: Worker): void {
  for (const hub of hubs) hub.expect(worker);
}

/**
 * Main thread's side of the channels to its worker threads. Takes over the data that workers record for the same destination,
 * as soon as they record it: a worker that is terminated runs no listener of its own, and its data would be lost.
 */
export class MainThreadHub {
  readonly #receiver: ThreadReceiver;
  readonly #key: string;
  readonly #channels = new Map<number, BroadcastChannel>();
  /** Highest thread id whose channel is open; shared with the workers. */
  readonly #open = new Int32Array(new SharedArrayBuffer(4));

  constructor(destination: ThreadDestination, receiver: ThreadReceiver) {
    this.#receiver = receiver;
    this.#key = destinationKey(destination);
    setEnvironmentData(this.#key, this.#open);
    if (hubs.size === 0) process.on("worker", expectEverywhere);
    hubs.add(this);
  }

  /** Takes the data handed over and not yet taken, without the event loop. */
  receiveNow(): void {
    for (const id of this.#channels.keys()) this.#empty(id);
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
    channel.addEventListener("message", (event) => this.#take(id, dataOf(event) as FromWorker));
    this.#channels.set(id, channel);
  }

  #close(id: number): void {
    const channel = this.#channels.get(id);
    if (channel === undefined) return;
    this.#empty(id);
    this.#channels.delete(id);
    channel.close();
  }

  #empty(id: number): void {
    const channel = this.#channels.get(id);
    for (;;) {
      const received = receiveMessageOnPort(channel as never);
      if (received === undefined) return;
      this.#take(id, received.message as FromWorker);
    }
  }

  #take(id: number, message: FromWorker): void {
    if ("spans" in message) {
      const { body } = message.spans;
      const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      this.#receiver.takeSpans({ ...message.spans, body: buffer });
    } else if ("media" in message) {
      this.#receiver.takeMedia(message.media);
    } else if ("requests" in message) {
      for (const { loaded, number } of message.requests) {
        this.#receiver.takeRequest(loaded, (outcome) => this.#tell(id, { settled: number, outcome }));
      }
    } else {
      this.#tell(id, { isBusy: false });
      if ("flush" in message) void this.#receiver.flush().then(() => this.#tell(id, { flushed: message.flush }));
    }
  }

  /** Sends a message to a worker thread. The channel of a worker that has ended is closed. */
  #tell(id: number, message: FromMain): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channels.get(id)?.postMessage(message);
  }
}
