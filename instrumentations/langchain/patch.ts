/** Marks a patched function, whichever copy of this package patched it. */
const PATCHED = Symbol.for("svc.langchain.patched");

/** A method as it is called. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** A method that does more around the one it replaces. */
export type Around = (original: Method, self: unknown, args: unknown[]) => unknown;

/**
 * Replaces an own method of an object by one that runs `around`, and gives the function that undoes it: the method is put
 * back or, where another library has wrapped it since, calls pass through untouched. Undefined when there is no such
 * method, or when it is patched already, here or by another copy of this package.
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

/** The nearest object on the prototype chain that has the method itself, short of the given end of the chain. */
export function ownerOf(instance: object, name: string, end: object): object | undefined {
  for (let at: object | null = instance; at !== null && at !== end; at = Reflect.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) return at;
  }
  return undefined;
}
