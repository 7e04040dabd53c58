/** Symbol that marks a patched function. All copies of this package share it. */
const PATCHED = Symbol.for("svc.langchain.patched");

/** Method that takes any receiver and any arguments. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Function that is called in place of a method and is given the original method. */
export type Around = (original: Method, self: unknown, args: unknown[]) => unknown;

/**
 * Replaces an own method of an object by one that runs `around`. Returns the function that undoes the patch: it puts the method
 * back or, where another library has wrapped the method since, lets calls pass through untouched. Returns undefined when the
 * object has no such method, when the method cannot be redefined, and when this or another copy of the package has patched it.
 */
export function patchMethod(target: object, name: string, around: Around): (() => void) | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  const original: unknown = descriptor?.value;
  if (descriptor === undefined || typeof original !== "function" || Object.hasOwn(original, PATCHED)) return undefined;
  if (!descriptor.configurable) return undefined;
  let isActive = true;
  const patched = function patched(this: unknown, ...args: unknown[]): unknown {
    return isActive ? around(original as Method, this, args) : Reflect.apply(original, this, args);
  };
  Object.defineProperties(patched, {
    name: { value: original.name, configurable: true },
    length: { value: original.length, configurable: true },
    [PATCHED]: { value: original },
  });
  Object.defineProperty(target, name, { ...descriptor, value: patched });
  return () => {
    isActive = false;
    if (Reflect.get(target, name) === patched) Object.defineProperty(target, name, descriptor);
  };
}

/**
 * Returns the nearest object on the prototype chain that has the method as its own; undefined when there is none before `end`.
 */
export function ownerOf(instance: object, name: string, end: object): object | undefined {
  for (let at: object | null = instance; at !== null && at !== end; at = Reflect.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) return at;
  }
  return undefined;
}
