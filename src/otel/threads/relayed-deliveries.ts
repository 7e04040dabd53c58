import {
  deliveryOf,
  describeLoss,
  logger,
  lossesIn,
  mayPass,
  RETRIES,
  verdictOf,
  waitInBackground,
  withRetries,
  type Delivery,
  type HttpAnswer,
  type LoadedRequest,
} from "@svc/core/internal";
import { createHttpSender } from "@svc/core/internal/http";

const CONCURRENCY = 4;

/**
 * Requests handed over by worker threads. Each is made in the background. A failure that can pass is retried for as long as
 * one request may take; a request that still fails waits for the end of the process.
 */
export class RelayedDeliveries {
  readonly #sender = createHttpSender();
  /** Time one request may take, and all attempts at a request until the last begins. */
  readonly #timeoutMs: number;
  readonly #waiting: LoadedRequest[] = [];
  readonly #underWay = new Map<LoadedRequest, Promise<void>>();
  /** Failed requests, to be made again at the end of the process. */
  readonly #failed: LoadedRequest[] = [];

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Queues requests. Returns at once. */
  take(requests: readonly LoadedRequest[]): void {
    this.#waiting.push(...requests);
    this.#work();
  }

  /**
   * Resolves when each request was made, or failed for as long as one request may take. A warning gives the number of
   * scores that wait.
   */
  async flush(): Promise<void> {
    this.#sender.hold(true);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
    this.#sender.hold(false);
    this.#sayFailed();
  }

  /** Returns deliveries of all requests that the service has not taken, and removes the requests. */
  drain(): Delivery[] {
    const requests = [...this.#failed.splice(0), ...this.#underWay.keys(), ...this.#waiting.splice(0)];
    this.#underWay.clear();
    return requests.map(deliveryOf);
  }

  #work(): void {
    while (this.#underWay.size < CONCURRENCY && this.#waiting.length > 0) {
      const loaded = this.#waiting.shift()!;
      this.#underWay.set(loaded, this.#deliver(loaded));
    }
  }

  async #deliver(loaded: LoadedRequest): Promise<void> {
    const { cargo, request } = loaded;
    const answer = await withRetries(RETRIES.scores, {
      attempt: () => this.#sender.send(request, this.#timeoutMs),
      mayPass: (attempt) => this.#underWay.has(loaded) && mayPass(cargo, attempt),
      askedMs: ({ retryAfterMs }) => retryAfterMs,
      wait: waitInBackground,
      patienceMs: this.#timeoutMs,
    });
    if (this.#underWay.delete(loaded)) this.#end(loaded, answer);
  }

  #end(loaded: LoadedRequest, answer: HttpAnswer): void {
    const { cargo, count, request } = loaded;
    // A refused request also waits for the end of the process, which logs the loss and its reason.
    if (verdictOf(cargo, answer) !== "delivered") this.#failed.push(loaded);
    else for (const loss of lossesIn(cargo, count, request.url, answer)) logger.error(describeLoss(loss));
    this.#work();
  }

  #sayFailed(): void {
    if (this.#failed.length === 0) return;
    const count = this.#failed.reduce((sum, loaded) => sum + loaded.count, 0);
    logger.warnOnce("Scores of worker threads were not delivered; they are sent again at the end. Waiting:", count);
  }
}
