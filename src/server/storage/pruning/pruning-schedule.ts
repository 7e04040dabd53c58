/** Time between two runs, in milliseconds, when nobody asks for one. */
const INTERVAL_MS = 10 * 60 * 1_000;

/** Schedule by which data over the limits are removed: every ten minutes and when asked, never twice at the same time. */
export class PruningSchedule {
  readonly #prune: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** `prune` removes the data, and looks at `isStopped` after each step. It must not reject. */
  constructor(prune: () => Promise<void>) {
    this.#prune = prune;
    this.#timer = setInterval(() => void this.run(), INTERVAL_MS).unref();
  }

  /** True when the step that is under way is the last. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Removes the data over the limits, or joins the run that is under way. */
  async run(): Promise<void> {
    if (this.#isStopped) return;
    this.#running ??= this.#prune().finally(() => (this.#running = undefined));
    await this.#running;
  }

  /** Stops after the step that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

/** Returns the line that says why a run ended early. */
export function pruningFailure(error: unknown): string {
  const cause = error instanceof Error ? error.message : String(error);
  return `data over the limits was not removed: ${cause}. The service tries again within 10 minutes`;
}
