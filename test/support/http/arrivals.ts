/** Arrivals of something at a server of a test. */
export class Arrivals {
  readonly #target = new EventTarget();

  /** Tells the waiting test that something has arrived. */
  announce(): void {
    this.#target.dispatchEvent(new Event("arrival"));
  }

  /** Resolves once the claim holds, which changes only with arrivals. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise((resolve) => this.#target.addEventListener("arrival", resolve, { once: true }));
    }
  }
}
