import type { Fields } from "@svc/core/internal";

/** Returns the named fields that the object has; zero and false are values, null is not. */
export function pick(object: Fields, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && value !== null) picked[name] = value;
  }
  return picked;
}

/** Returns a single item alone, several items as an array, and undefined for an empty list. */
export function onlyOrAll(items: readonly unknown[]): unknown {
  return items.length > 1 ? items : items[0];
}

/** Returns the fields that have a value; null is a value. */
export function definedFields(object: object): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const value = (object as Fields)[name];
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/** Returns true when the object has one of the named fields; null is not a value. */
export function hasAny(object: Fields, names: readonly string[]): boolean {
  for (const name of names) if (object[name] !== undefined && object[name] !== null) return true;
  return false;
}

/** Returns the value of a field alone, or an object with the others where `object` has one of the others. */
export function aloneOrWith(object: Fields, name: string, others: readonly string[]): unknown {
  return hasAny(object, others) ? { [name]: object[name], ...pick(object, others) } : object[name];
}
