import { logger } from "../logging/logger.ts";

const prepared = new WeakSet<object>();

/**
 * Warns once about each removed name of the previous generation that plain JavaScript reads from an object. The warning
 * names the replacement. Removed names stay absent, so that code for both generations can test for them: they read as
 * undefined, are in no list of keys, and `in` gives false. `replacements` maps each name to its replacement.
 * Contract: "removed aliases".
 */
export function pointFromRemovedNames<T extends object>(
  target: T,
  owner: string,
  replacements: Readonly<Record<string, string>>,
): T {
  if (prepared.has(target)) return target;
  prepared.add(target);
  // The proxy is asked only for names that neither the object nor its class has. It wraps an empty object that inherits from
  // the original prototype, so that inherited names still work.
  const above = Object.create(Object.getPrototypeOf(target) as object | null) as object;
  const pointing = new Proxy(above, {
    get(given, name, receiver) {
      if (typeof name === "string" && Object.hasOwn(replacements, name)) {
        logger.warnOnce(`${owner}.${name} is removed: use ${replacements[name]}.`);
      }
      return Reflect.get(given, name, receiver) as unknown;
    },
  });
  Object.setPrototypeOf(target, pointing);
  return target;
}
