/** An object of unknown shape: what comes from an application, a library or a server is read through this. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object whose fields can be read. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** The value when it is an object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
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

/** The texts among the values of an array. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === "string");
}
