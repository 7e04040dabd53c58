import { ProjectQueue } from "./project-queue.ts";

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
  readonly #waiting = new ProjectQueue<Waiting>();
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
      this.#waiting.add(projectId, { size, proceed });
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
    for (let next = this.#waiting.first; next !== undefined; next = this.#waiting.first) {
      if (this.#underWay > 0 && this.#underWay + next.size > this.#mostAtOnce) return;
      this.#waiting.removeFirst();
      this.#underWay += next.size;
      next.proceed();
    }
  }
}
