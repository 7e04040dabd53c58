/** Bytes of exports that are with the writer at once. More would wait there, where no other project can go before them. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Export that waits for its turn. */
interface Waiting {
  readonly bytes: number;
  readonly proceed: () => void;
}

/**
 * Turns of the projects at the one writer. While exports wait, each project has one after the other: many large exports of one project
 * keep an export of another waiting for one of them, and not for all.
 */
export class ProjectTurns {
  /** Waiting exports by project, in the order of the projects' turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #bytes = 0;
  readonly #open = new Set<Promise<void>>();

  /** Runs `store` when the project has its turn. `bytes` is the size of the export. */
  async run<T>(projectId: string, bytes: number, store: () => Promise<T>): Promise<T> {
    const stored = this.#run(projectId, bytes, store);
    const end = stored.then(
      () => undefined,
      () => undefined,
    );
    this.#open.add(end);
    void end.then(() => this.#open.delete(end));
    return stored;
  }

  /** Resolves when every export so far is stored or refused. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #run<T>(projectId: string, bytes: number, store: () => Promise<T>): Promise<T> {
    await new Promise<void>((proceed) => {
      const queue = this.#waiting.get(projectId);
      if (queue === undefined) this.#waiting.set(projectId, [{ bytes, proceed }]);
      else queue.push({ bytes, proceed });
      this.#proceed();
    });
    try {
      return await store();
    } finally {
      this.#bytes -= bytes;
      this.#proceed();
    }
  }

  #proceed(): void {
    // A project whose export proceeds goes to the end of the map, where this loop finds it again.
    for (const [projectId, queue] of this.#waiting) {
      const [first] = queue;
      if (first === undefined || (this.#bytes > 0 && this.#bytes + first.bytes > MOST_BYTES)) return;
      queue.shift();
      this.#waiting.delete(projectId);
      if (queue.length > 0) this.#waiting.set(projectId, queue);
      this.#bytes += first.bytes;
      first.proceed();
    }
  }
}
