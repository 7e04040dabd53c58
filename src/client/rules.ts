/** What a value must be, and what is said of one that is not. */
export type Rule<T> = readonly [isKept: (value: T) => boolean, complaint: string];

/** What is said of a value that breaks a rule, of the first one; undefined when it keeps them all. */
export function complaintAbout<T>(value: T, rules: ReadonlyArray<Rule<T>>): string | undefined {
  return rules.find(([isKept]) => !isKept(value))?.[1];
}

/** Throws when something that needs a name has none. */
export function requireName(owner: string, name: unknown): asserts name is string {
  if (typeof name === "string" && name !== "") return;
  throw new TypeError(`A ${owner}'s name must be a text that is not empty, not ${JSON.stringify(name)}.`);
}

/** Whether a value is a list of functions. */
export function isListOfFunctions(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "function");
}

/** Whether a value is a count above 0. */
export function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0;
}
