import { describeLoss, isSuccess, logger, lossesOf, type Delivery } from "@svc/core";
import { createHttpSender } from "@svc/core/http";

const CONCURRENCY = 4;

/** Deliveries that worker threads have handed over: each is made in the background, what fails then waits for the end. */
export class RelayedDeliveries {
  readonly #sender = createHttpSender();
  /** Milliseconds one request may take. */
  readonly #timeout: number;
  readonly #waiting: Delivery[] = [];
  readonly #underWay = new Map<Delivery, Promise<void>>();
  /** What could not be delivered, and may be at the end. */
  readonly #failed: Delivery[] = [];

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Takes deliveries over. Returns at once. */
  take(deliveries: readonly Delivery[]): void {
    this.#waiting.push(...deliveries);
    this.#work();
  }

  /** Resolves when each delivery was tried. */
  async flush(): Promise<void> {
    this.#sender.hold(true);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
    this.#sender.hold(false);
  }

  /** Hands out what is not delivered and forgets it. */
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
    const answer = await this.#sender.send(delivery.request, this.#timeout).catch((): undefined => undefined);
    if (!this.#underWay.delete(delivery)) return;
    // A refusal, too, is left to the end, which says what was lost and why.
    if (answer === undefined || !isSuccess(answer)) this.#failed.push(delivery);
    else for (const loss of lossesOf(delivery, answer)) logger.error(describeLoss(loss));
    this.#work();
  }
}
