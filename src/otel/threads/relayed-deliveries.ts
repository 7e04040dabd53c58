import {
  describeLoss,
  isMisdirected,
  isSuccess,
  logger,
  lossesOf,
  pauseAfter,
  safeSetTimeout,
  type Delivery,
} from "@svc/core/internal";
import { createHttpSender, reasonOf, type Answer } from "@svc/core/internal/http";

const CONCURRENCY = 4;

const BACKOFF = { first: 200, factor: 2, longest: 5_000 };

/**
 * Deliveries handed over by worker threads. Each is made in the background. A failure that can pass is retried for as
 * long as one request may take; a delivery that still fails waits for the end of the process.
 */
export class RelayedDeliveries {
  readonly #sender = createHttpSender();
  /** Time one request may take, and all attempts of a delivery until the last begins, in milliseconds. */
  readonly #timeout: number;
  readonly #waiting: Delivery[] = [];
  readonly #underWay = new Map<Delivery, Promise<void>>();
  /** Failed deliveries, to be tried again at the end of the process. */
  readonly #failed: Delivery[] = [];

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Queues deliveries. Returns at once. */
  take(deliveries: readonly Delivery[]): void {
    this.#waiting.push(...deliveries);
    this.#work();
  }

  /**
   * Resolves when each delivery was made, or failed for as long as one request may take. A warning gives the number of
   * scores that wait.
   */
  async flush(): Promise<void> {
    this.#sender.hold(true);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
    this.#sender.hold(false);
    this.#sayFailed();
  }

  /** Returns the undelivered deliveries and removes them. */
  drain(): Delivery[] {
    const rest = [...this.#failed.splice(0), ...this.#underWay.keys(), ...this.#waiting.splice(0)];
    this.#underWay.clear();
    return rest;
  }

  #work(): void {
    while (this.#underWay.size < CONCURRENCY && this.#waiting.length > 0) {
      const delivery = this.#waiting.shift()!;
      this.#underWay.set(delivery, this.#deliver(delivery));
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const latest = performance.now() + this.#timeout;
    for (let failures = 1; ; failures++) {
      const answer = await this.#attempt(delivery);
      if (!this.#underWay.has(delivery)) return;
      const pause = pauseAfter(failures, BACKOFF, answer.retryAfter);
      if (!mayPass(answer) || performance.now() + pause > latest) {
        this.#end(delivery, answer);
        return;
      }
      await new Promise<void>((resolve) => safeSetTimeout(resolve, pause));
      if (!this.#underWay.has(delivery)) return;
    }
  }

  async #attempt({ request }: Delivery): Promise<Answer> {
    try {
      return await this.#sender.send(request, this.#timeout);
    } catch (error) {
      return { status: 0, body: new Uint8Array(), error: reasonOf(error), retryAfter: undefined };
    }
  }

  #end(delivery: Delivery, answer: Answer): void {
    this.#underWay.delete(delivery);
    // A refused delivery also waits for the end of the process, which logs the loss and its reason.
    if (isSuccess(answer)) for (const loss of lossesOf(delivery, answer)) logger.error(describeLoss(loss));
    else this.#failed.push(delivery);
    this.#work();
  }

  #sayFailed(): void {
    if (this.#failed.length === 0) return;
    const count = this.#failed.reduce((sum, delivery) => sum + delivery.count, 0);
    logger.warnOnce("Scores of worker threads were not delivered; they are sent again at the end. Waiting:", count);
  }
}

/** Returns true when a later attempt may succeed. Contract: "Errors", network errors, HTTP 429, 5xx on score sending. */
function mayPass(answer: Answer): boolean {
  return answer.status === 0 || answer.status === 429 || answer.status >= 500 || isMisdirected(answer);
}
