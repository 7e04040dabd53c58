import { setTimeout } from "node:timers/promises";
import type { NeededDatabase } from "../storage/storage-ports.ts";

/** Longest wait for the answer of a database, in milliseconds. Probes of Kubernetes and load balancers wait about as long. */
const ANSWER_MS = 2_000;

/** Time for which an answer of the databases holds, in milliseconds, however many ask. */
const HOLDS_MS = 500;

/**
 * Readiness of the service: whether a load balancer should send requests to it. The reasons name no address, because everyone may
 * ask.
 */
export class Readiness {
  readonly #databases: readonly NeededDatabase[];
  readonly #log: (line: string) => void;
  #isDraining = false;
  #checked: { until: number; problem: Promise<string | undefined> } | undefined;
  #logged: string | undefined;

  constructor(databases: readonly NeededDatabase[], log: (line: string) => void) {
    this.#databases = databases;
    this.#log = log;
  }

  /** Makes the service unready for the rest of its life: it is about to end. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Resolves to the reason why the service should get no requests; undefined when it should. */
  async problem(): Promise<string | undefined> {
    return this.#isDraining ? "The service is about to end" : this.databaseProblem();
  }

  /** Resolves to the reason why the databases cannot be used; undefined when all answer. */
  async databaseProblem(): Promise<string | undefined> {
    const known = this.#databases.map((database) => database.problem?.()).find((problem) => problem !== undefined);
    if (known !== undefined) return known;
    const now = performance.now();
    if (this.#checked === undefined || now >= this.#checked.until) {
      this.#checked = { until: now + ANSWER_MS, problem: this.#ask() };
    }
    return this.#checked.problem;
  }

  async #ask(): Promise<string | undefined> {
    const problems = await Promise.all(this.#databases.map(problemOf));
    const problem = problems.find((one) => one !== undefined);
    if (this.#checked) this.#checked.until = performance.now() + HOLDS_MS;
    if (problem !== this.#logged) this.#log(problem === undefined ? "ready again" : `not ready: ${problem}`);
    this.#logged = problem;
    return problem;
  }
}

async function problemOf(database: NeededDatabase): Promise<string | undefined> {
  const over = new AbortController();
  const late = setTimeout(ANSWER_MS, "late", { signal: over.signal }).catch(() => "late");
  const outcome = await Promise.race([
    database.ping().then(
      () => "answered",
      () => "failed",
    ),
    late,
  ]);
  over.abort();
  return outcome === "answered" ? undefined : `The database of ${database.data} does not answer`;
}
