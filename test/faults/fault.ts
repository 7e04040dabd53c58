/** Form of a run: short for CI, full by hand. The short form has all rows, with shorter outages and fewer repetitions. */
export type Form = "short" | "full";

/** Change of the built preload that makes a row fail. It proves that the row can fail. */
export interface Mutation {
  /** Change, in words that complete "the row fails when …". */
  readonly says: string;
  /** Text of the built preload, which occurs there once. Blanks and line ends do not count. */
  readonly find: string;
  /** Text that takes its place. */
  readonly put: string;
}

/** One run of a row. */
export interface Trial {
  readonly form: Form;
  /** Node arguments that preload tracing. */
  readonly node: readonly string[];
}

/** Row of the table: a fault, what must come of it, and the test that measures it. */
export interface Fault {
  readonly fault: string;
  readonly outcome: string;
  readonly failsWhen: Mutation;
  /** Has the fault happen. Returns what was measured; rejects when the outcome is another. */
  readonly measure: (trial: Trial) => Promise<string>;
}

/** Faults of one kind, under one heading. */
export interface Subject {
  readonly title: string;
  readonly faults: readonly Fault[];
}
