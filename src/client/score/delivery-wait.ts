/** Limits of a {@link DeliveryWait}. */
export interface DeliveryWaitOptions {
  /** Time without a success after which a wait ends. */
  readonly idleMs: number;
  /** Returns true when a request hangs. The wait then lasts twice as long: after its timeout the request is made once more. */
  readonly isHanging: (now: number) => boolean;
}

/** Wait for deliveries. It ends when all of them are settled, or when none has succeeded for a time. */
export class DeliveryWait {
  readonly #options: DeliveryWaitOptions;
  #lastSuccess = 0;

  constructor(options: DeliveryWaitOptions) {
    this.#options = options;
  }

  noteSuccess(): void {
    this.#lastSuccess = performance.now();
  }

  /**
   * Resolves when all promises are settled. Otherwise resolves with the milliseconds without a success, when that time is
   * too long or `latest` has passed.
   */
  async wait(settling: ReadonlyArray<Promise<void>>, latest: number): Promise<number | undefined> {
    const { isHanging } = this.#options;
    const gaveUp = Promise.withResolvers<number>();
    this.noteSuccess();
    let { idleMs } = this.#options;
    const look = (): void => {
      const now = performance.now();
      if (now - this.#lastSuccess >= this.#options.idleMs && isHanging(now)) idleMs = 2 * this.#options.idleMs;
      const left = Math.min(latest, this.#lastSuccess + idleMs) - now;
      if (left <= 0) gaveUp.resolve(idleMs);
      else timer = setTimeout(look, left);
    };
    let timer = setTimeout(look, idleMs);
    const settled = Promise.all(settling).then(() => undefined);
    return Promise.race([settled, gaveUp.promise]).finally(() => clearTimeout(timer));
  }
}
