import { logger } from "../logging/logger.ts";

const prepared = new WeakSet<object>();

/**
 * Says, once each, what takes the place of names that an object had in the previous generation, when plain JavaScript reads
 * one of them. They stay absent: they read as undefined, are in no list of keys, and `in` says no, so that code for both
 * generations can ask. Names are given with their replacements. Contract: "removed aliases".
 */
export function pointFromRemovedNames<T extends object>(
  target: T,
  owner: string,
  replacements: Readonly<Record<string, string>>,
): T {
  if (prepared.has(target)) return target;
  prepared.add(target);
  // Asked only for what neither the object nor its class has; an object between keeps the names of what is above in place.
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
