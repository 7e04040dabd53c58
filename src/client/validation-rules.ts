/** Rule for a value: the check that a valid value passes, and the complaint about any other. */
export type Rule<T> = readonly [isValid: (value: T) => boolean, complaint: string];

/** Returns the complaint of the first rule that a value breaks; undefined when the value keeps all rules. */
export function complaintAbout<T>(value: T, rules: ReadonlyArray<Rule<T>>): string | undefined {
  return rules.find(([isValid]) => !isValid(value))?.[1];
}

/** Throws a `TypeError` when a value breaks a rule. `what` says what cannot be done then, and opens the message. */
export function requireValid<T>(what: string, value: T, rules: ReadonlyArray<Rule<T>>): void {
  const complaint = complaintAbout(value, rules);
  if (complaint !== undefined) throw new TypeError(`${what}: ${complaint}.`);
}

/** Throws when the name of `owner` is not a text, or is empty. */
export function requireName(owner: string, name: unknown): asserts name is string {
  if (typeof name === "string" && name !== "") return;
  throw new TypeError(`A ${owner}'s name must be a text that is not empty, not ${JSON.stringify(name)}.`);
}

export function isListOfFunctions(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "function");
}

/** Returns true for an integer above 0. */
export function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0;
}
