/** Object of unknown shape, from an application, a library or a server. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns true when the value is an object whose fields can be read. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** Returns the value when it is an object, else an empty object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Returns the value when it is a text that is not empty, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the value when it is a count (a finite number that is not negative), else undefined. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Returns the value when it is an array, else an empty array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the texts among the values of an array. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item) => typeof item === "string");
}
