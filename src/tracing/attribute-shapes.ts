import type { AttributeTarget } from "./attribute-target.ts";

/** An object turns into a hash table when it gets its property of this number under a computed name. */
const FIRST_SLOW = 20;

/** Of so many observations that end, one is looked at. */
const INTERVAL = 16;

/** Shapes kept at most; then the oldest makes room. */
const MAX_SHAPES = 64;

/** An object of each shape, with nothing in it, by the names of its properties. */
const shapes = new Map<string, object>();
let ended = 0;

/**
 * Keeps the attributes of spans like this one fast. V8 makes a hash table of an object to which many properties are added
 * under computed names, as the OpenTelemetry SDK adds attributes: it takes longer to write and to read, and more memory. It
 * does not where it knows of an object that got the same properties in the same order; so one of each shape is made, in a
 * way that has no such limit, and kept.
 */
export function keepShape({ attributes }: AttributeTarget): void {
  if (ended++ % INTERVAL !== 0 || attributes === undefined) return;
  const names = Object.keys(attributes);
  if (names.length < FIRST_SLOW) return;
  const id = names.join();
  if (shapes.has(id)) return;
  if (shapes.size >= MAX_SHAPES) shapes.delete(shapes.keys().next().value!);
  shapes.set(id, Object.fromEntries(names.map((name) => [name, undefined])));
}
