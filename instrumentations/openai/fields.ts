import type { Fields } from "@svc/core";

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

/** The fields that have a value; null is one. */
export function givenFields(object: object): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) if (value !== undefined) given[name] = value;
  return given;
}

/** Whether the object has one of the named fields; null is none. */
export function hasAny(object: Fields, names: readonly string[]): boolean {
  for (const name of names) if (object[name] !== undefined && object[name] !== null) return true;
  return false;
}

/** A field alone, or beside the others where the object has one of them. */
export function aloneOrWith(object: Fields, name: string, others: readonly string[]): unknown {
  return hasAny(object, others) ? { [name]: object[name], ...pick(object, others) } : object[name];
}
