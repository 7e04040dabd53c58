/** Work that waits for its turn. */
interface Waiting {
  readonly size: number;
  readonly proceed: () => void;
}

/**
 * Turns of the projects at work that all of them share. While work waits, each project has one piece after the other: many large pieces of
 * one project keep a piece of another waiting for one of them, and not for all.
 */
export class ProjectTurns {
  readonly #mostAtOnce: number;
  /** Waiting work by project, in the order of the projects' turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #underWay = 0;
  readonly #open = new Set<Promise<void>>();

  /** `mostAtOnce`: total size of the work under way at once, unless one piece is larger. More work waits for its turn. */
  constructor(mostAtOnce: number) {
    this.#mostAtOnce = mostAtOnce;
  }

  /** Runs `work` when the project has its turn. `size` is in the unit of `mostAtOnce`. */
  async run<T>(projectId: string, size: number, work: () => Promise<T>): Promise<T> {
    const done = this.#run(projectId, size, work);
    const end = done.then(
      () => undefined,
      () => undefined,
    );
    this.#open.add(end);
    void end.then(() => this.#open.delete(end));
    return done;
  }

  /** Resolves when all work so far has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #run<T>(projectId: string, size: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((proceed) => {
      const queue = this.#waiting.get(projectId);
      if (queue === undefined) this.#waiting.set(projectId, [{ size, proceed }]);
      else queue.push({ size, proceed });
      this.#proceed();
    });
    try {
      return await work();
    } finally {
      this.#underWay -= size;
      this.#proceed();
    }
  }

  #proceed(): void {
    // A project whose work proceeds goes to the end of the map, where this loop finds it again.
    for (const [projectId, queue] of this.#waiting) {
      const [first] = queue;
      if (first === undefined || (this.#underWay > 0 && this.#underWay + first.size > this.#mostAtOnce)) return;
      queue.shift();
      this.#waiting.delete(projectId);
      if (queue.length > 0) this.#waiting.set(projectId, queue);
      this.#underWay += first.size;
      first.proceed();
    }
  }
}
