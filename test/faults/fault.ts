import type { BuildName, Builds } from "./builds.ts";

/** Form of a run: short for CI, full by hand. The short form has all rows, with shorter outages and fewer repetitions. */
export type Form = "short" | "full";

/** Change of a built package that makes a row fail. It proves that the row can fail. */
export interface Mutation {
  /** Change, in words that complete "the row fails when …". */
  readonly says: string;
  /** Built package; by default the preload. */
  readonly of?: BuildName;
  /** Text of the built package, which occurs there once. Blanks and line ends do not count. */
  readonly find: string;
  readonly put: string;
}

/** One run of a row. */
export interface Trial {
  readonly form: Form;
  /** Node arguments that preload tracing. */
  readonly node: readonly string[];
  readonly builds: Builds;
}

/** Row of the table: a fault, what must come of it, and the test that measures it. */
export interface Fault {
  readonly fault: string;
  readonly outcome: string;
  readonly failsWhen: Mutation;
  /** Seconds within which the row ends in the full form, where its work takes longer than that of others. */
  readonly fullSeconds?: number;
  /** Has the fault happen. Returns what was measured; rejects when the outcome is another. */
  readonly measure: (trial: Trial) => Promise<string>;
}

/** Faults of one kind, under one heading. */
export interface Subject {
  readonly title: string;
  /** True when the rows mostly wait, so that some of them can run at once in the short form. */
  readonly isMostlyWaiting?: boolean;
  readonly faults: readonly Fault[];
}
