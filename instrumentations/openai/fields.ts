/** An object of unknown shape: what comes from the application or from the model's server is read through this. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object whose fields can be read. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** The value when it is a text with something in it. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value when it is a count: a finite number that is not negative. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The value when it is an array, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The named fields that the object has; zero and false are values, null is not. */
export function pick(object: Fields, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}

/** The only one alone, several as an array, none as undefined. */
export function onlyOrAll(items: readonly unknown[]): unknown {
  return items.length > 1 ? items : items[0];
}

/** A field alone, or beside the others where the object has one of them. */
export function aloneOrWith(object: Fields, name: string, others: readonly string[]): unknown {
  for (const other of others) {
    if (object[other] !== undefined && object[other] !== null) return { [name]: object[name], ...pick(object, others) };
  }
  return object[name];
}
