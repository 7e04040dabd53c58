/** Most projects whose time is remembered. Of more, those whose period is over are forgotten. */
const MOST_PROJECTS = 10_000;

/** Returns the processor time of this thread so far. */
function usedMs(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage === undefined) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
}

/** Time that a project has used in a period. */
interface Spent {
  ms: number;
  readonly endsAt: number;
}

/**
 * Time that each project may take of something that all projects share, such as the one thread that writes. What one project
 * has used up is used up for that project only, until its period ends. Counted is the processor time of this thread, so that a busy machine takes
 * nothing from a project; Node 22 has only the time that passes.
 */
export class TimeBudget {
  readonly #budgetMs: number;
  readonly #periodMs: number;
  readonly #spent = new Map<string, Spent>();

  constructor(budgetMs: number, periodMs: number) {
    this.#budgetMs = budgetMs;
    this.#periodMs = periodMs;
  }

  /** Returns the milliseconds that a project has left; 0 when it has to wait. */
  left(projectId: string): number {
    return Math.max(0, this.#budgetMs - this.#of(projectId).ms);
  }

  /** Returns the time at which a project has its whole time again. */
  renewedAt(projectId: string): number {
    return this.#of(projectId).endsAt;
  }

  /** Runs synchronous work, and counts its time for the project. */
  spend<Result>(projectId: string, work: () => Result): Result {
    const start = usedMs();
    try {
      return work();
    } finally {
      const spent = this.#of(projectId);
      spent.ms += usedMs() - start;
      this.#spent.set(projectId, spent);
    }
  }

  #of(projectId: string): Spent {
    const now = performance.now();
    const spent = this.#spent.get(projectId);
    if (spent !== undefined && now < spent.endsAt) return spent;
    if (this.#spent.size >= MOST_PROJECTS) this.#forgetEnded(now);
    return { ms: 0, endsAt: now + this.#periodMs };
  }

  #forgetEnded(now: number): void {
    for (const [projectId, { endsAt }] of this.#spent) if (endsAt <= now) this.#spent.delete(projectId);
  }
}
