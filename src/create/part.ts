export interface Change {
  /** Path from the top of the project. */
  readonly file: string;
  /** Text of the file now; undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Part of the setup: its changes, and the steps that it leaves. */
export interface Part {
  readonly changes: readonly Change[];
  /** Steps without which nothing is recorded, and which a person has to take. */
  readonly left: readonly string[];
  /** Hints: what may be worth a look. */
  readonly hints?: readonly string[];
}
