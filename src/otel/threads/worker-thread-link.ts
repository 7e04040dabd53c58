import { globalState, logger, registeredExitQueues, type Outcome } from "@svc/core/internal";
import { BroadcastChannel, getEnvironmentData, isMainThread, setEnvironmentData, threadId } from "node:worker_threads";
import type { ThreadDestination, ThreadLink } from "../delivery/thread-relay.ts";
import { dataOf, destinationKey, type FromMain, type FromWorker } from "./thread-messages.ts";

/** Worker thread's side of the channel to the main thread. Hands recorded data over to the main thread. */
export class WorkerThreadLink implements ThreadLink {
  readonly #open: Int32Array;
  readonly #channel: BroadcastChannel;
  readonly #timeoutMs: number;
  /** Functions that take the outcomes of the requests handed over, by the number of the request. */
  readonly #settlers = new Map<number, (outcome: Outcome) => void>();
  readonly #flushes = new Map<number, () => void>();
  #count = 0;
  /** Timer of the open flushes. It keeps the thread alive. */
  #watch: NodeJS.Timeout | undefined;
  /** True when the main thread has answered since it was last asked. */
  #isHeard = false;

  /**
   * Returns the link to the main thread; undefined in the main thread itself, and when the main thread has no processor
   * for the same destination.
   *
   * @param timeoutMs Time after which a main thread that does not answer counts as busy.
   */
  static toMainThread(destination: ThreadDestination, timeoutMs: number): WorkerThreadLink | undefined {
    if (isMainThread) return undefined;
    const key = destinationKey(destination);
    const open = getEnvironmentData(key);
    // Threads started by this one do not reach the main thread through this key.
    setEnvironmentData(key, undefined);
    return open instanceof Int32Array ? new WorkerThreadLink(open, `${key} ${threadId}`, timeoutMs) : undefined;
  }

  private constructor(open: Int32Array, channelName: string, timeoutMs: number) {
    this.#open = open;
    this.#timeoutMs = timeoutMs;
    this.#channel = new BroadcastChannel(channelName);
    this.#channel.unref();
    this.#channel.addEventListener("message", (event) => this.#hear(dataOf(event) as FromMain));
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
        this.#handOver();
      });
    };
  }

  send(message: FromWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message);
  }

  /**
   * Resolves when the main thread has delivered the data it took over, or could not, at the latest when the main thread has
   * not answered for the timeout. A warning then says so.
   */
  flush(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const number = ++this.#count;
    this.#flushes.set(number, resolve);
    this.send({ flush: number });
    if (this.#flushes.size === 1) {
      this.#isHeard = false;
      this.#watch = setInterval(() => this.#look(), this.#timeoutMs);
    }
    return promise;
  }

  #handOver(): void {
    const handedOver = registeredExitQueues().flatMap((queue) => queue.handOver?.() ?? []);
    if (handedOver.length === 0) return;
    const requests = handedOver.map(({ loaded, settle }) => {
      this.#settlers.set(++this.#count, settle);
      return { number: this.#count, loaded };
    });
    this.send({ requests });
  }

  #hear(message: FromMain): void {
    this.#isHeard = true;
    if ("flushed" in message) {
      this.#endFlush(message.flushed);
    } else if ("settled" in message) {
      this.#settlers.get(message.settled)?.(message.outcome);
      this.#settlers.delete(message.settled);
    }
  }

  /** Ends the flushes when the main thread is busy; otherwise asks it again. */
  #look(): void {
    if (this.#isHeard) {
      this.#isHeard = false;
      this.send({ isBusy: true });
      return;
    }
    logger.warnOnce(
      `The main thread has not answered within ${this.#timeoutMs / 1000} s. It has the spans, scores and media of this worker thread and delivers them once it is free.`,
    );
    for (const number of this.#flushes.keys()) this.#endFlush(number);
  }

  #endFlush(number: number): void {
    this.#flushes.get(number)?.();
    this.#flushes.delete(number);
    if (this.#flushes.size === 0) clearInterval(this.#watch);
  }
}
