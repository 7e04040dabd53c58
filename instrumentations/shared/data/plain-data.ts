import { types } from "#platform/types";
import { isFields, type Fields } from "@svc/core/internal";

const TO_JSON = "toJSON";

/** Maximum depth of a value; a deeper value is taken for a circular one. */
const MAX_DEPTH = 500;

/**
 * Returns the value of an object's own field if it is data; undefined for a field behind a getter and for a proxy. Runs no code
 * of the application, so that the application cannot notice.
 */
export function ownData(object: unknown, name: string): unknown {
  if ((!isFields(object) && typeof object !== "function") || types.isProxy(object)) return undefined;
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

/** Returns true when an object has a field of its own, and for a proxy, which cannot be asked without running its code. */
export function hasOwnField(object: unknown, name: string): boolean {
  return isFields(object) && (types.isProxy(object) || Object.hasOwn(object, name));
}

/** Returns the value of an object's own or inherited field if it is data; undefined for a getter and for a proxy. */
export function dataAt(object: unknown, name: string): unknown {
  for (let holder = object; holder !== null && holder !== undefined; holder = Object.getPrototypeOf(holder)) {
    if (types.isProxy(holder)) return undefined;
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found) return found.value;
  }
  return undefined;
}

/** Returns true when the value is a plain object whose own fields are all data. */
export function isPlainData(value: unknown): value is Fields {
  if (!isFields(value) || types.isProxy(value) || !isPlainObject(value)) return false;
  return Object.values(Object.getOwnPropertyDescriptors(value)).every((descriptor) => "value" in descriptor);
}

/** Classes of the platform, or of a package in its place. Their getters and methods only return what they hold. */
const PLATFORM_CLASSES: ReadonlySet<unknown> = new Set(["Blob", "File", "Headers", "Response"]);

/**
 * Returns the value of a field that is data, or that a class of the platform gives for its instance. For an instance of a class
 * that extends one, the platform's getter or method counts, not one that overrides it.
 */
export function platformData(object: unknown, name: string): unknown {
  const own = ownData(object, name);
  if (own !== undefined || !isFields(object) || types.isProxy(object)) return own;
  for (let holder: unknown = Object.getPrototypeOf(object); isFields(holder); holder = Object.getPrototypeOf(holder)) {
    if (types.isProxy(holder)) return undefined;
    if (!PLATFORM_CLASSES.has(ownData(ownData(holder, "constructor"), "name"))) continue;
    const found = Object.getOwnPropertyDescriptor(holder, name);
    if (found) return found.get?.call(object) ?? found.value;
  }
  return undefined;
}

/**
 * Returns the data in a value, in the shape of JSON: the value itself where all of it is data, else a copy without getters,
 * functions and proxies. Runs no code of the application, not even `toJSON`. Throws a `RangeError` for a circular value.
 */
export function dataIn(value: unknown, depth = 0): unknown {
  if (typeof value === "function") return undefined;
  if (!isFields(value)) return value;
  if (types.isProxy(value)) return undefined;
  if (depth > MAX_DEPTH) throw new RangeError("The value is nested too deeply to be recorded");
  if (Array.isArray(value)) return dataInArray(value, depth);
  if (types.isDate(value)) return dateText(value);
  return dataInObject(value, depth);
}

function dataInArray(value: readonly unknown[], depth: number): unknown {
  const isPlain =
    Object.getPrototypeOf(value) === Array.prototype &&
    !Object.hasOwn(value, TO_JSON) &&
    !Object.hasOwn(value, Symbol.iterator);
  let copy: unknown[] | undefined = isPlain ? undefined : [];
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    const data = dataIn(item, depth + 1);
    if (data !== item) copy ??= value.slice(0, index);
    copy?.push(data);
  }
  return copy ?? value;
}

function dataInObject(value: Fields, depth: number): unknown {
  let copy = isPlainObject(value) ? undefined : emptyObject();
  const names = Object.keys(value);
  for (let place = 0; place < names.length; place++) {
    const name = names[place]!;
    const field: unknown = Object.getOwnPropertyDescriptor(value, name)!.value;
    const data = dataIn(field, depth + 1);
    // A getter has no value of its own, and is left out like a field without a value.
    if (copy === undefined && (data !== field || field === undefined)) copy = firstFields(value, names, place);
    if (copy !== undefined && data !== undefined) copy[name] = data;
  }
  return copy ?? value;
}

function isPlainObject(value: Fields): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !Object.hasOwn(value, TO_JSON);
}

/** Returns an object without a prototype, so that no field name has another meaning. */
export function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

/** Returns the fields before this place, all of them data. */
function firstFields(value: Fields, names: readonly string[], place: number): Record<string, unknown> {
  const copy = emptyObject();
  for (let before = 0; before < place; before++) copy[names[before]!] = value[names[before]!];
  return copy;
}

/** Returns the text of a date as the original `toJSON` gives it, because the application may have replaced that method. */
function dateText(date: Date): string | null {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
