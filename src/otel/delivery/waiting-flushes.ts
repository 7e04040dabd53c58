import { safeSetTimeout } from "@svc/core/internal";

/** Flushes that wait, at most until nothing has arrived for a time. */
export class WaitingFlushes {
  readonly #timeoutMs: number;
  readonly #onTimeout: () => void;
  #resolves: Array<() => void> = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endsAt = 0;

  /** @param onTimeout Called when nothing has arrived for the time. */
  constructor(timeoutMs: number, onTimeout: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onTimeout = onTimeout;
  }

  /** Number of flushes that wait. */
  get size(): number {
    return this.#resolves.length;
  }

  /** Time after which no flush waits, by `performance.now()`. */
  get endsAt(): number {
    return this.#endsAt;
  }

  /** Resolves when the flushes end. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolves.push(resolve);
      this.extend();
    });
  }

  /** Begins the time again, because something has arrived. */
  extend(): void {
    if (this.size === 0) return;
    clearTimeout(this.#timer);
    this.#endsAt = performance.now() + this.#timeoutMs;
    this.#timer = safeSetTimeout(() => {
      this.#endsAt = 0;
      this.#onTimeout();
    }, this.#timeoutMs);
  }

  /** Ends all flushes that wait. */
  end(): void {
    clearTimeout(this.#timer);
    for (const resolve of this.#resolves.splice(0)) resolve();
  }
}
