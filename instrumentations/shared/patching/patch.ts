import { isFields } from "@svc/core/internal";

/** Symbol under which a patched function holds its patch. All copies of this code in the process share it. */
const PATCHED: unique symbol = Symbol.for("svc.patched") as never;

/** Field in which a wrapper of another instrumentation keeps the function underneath. */
const ORIGINAL = "__original";

/** Method that takes any receiver and any arguments. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Function that is called in place of a method and is given the original method. */
export type Around = (original: Method, self: unknown, args: unknown[]) => unknown;

export type ReplacementOf = (original: Method, patch: Patch) => Method;

/** Patch of a method. A patch is plain data, because copies of this code share it. */
export interface Patch {
  /** Number of users that can give the patch up again, such as instrumentations. Without users, calls pass through. */
  users: number;
  /** True when the patch stays in place for good, also without users. */
  isPermanent: boolean;
  /** Puts the method back, unless another library has wrapped it since: the replacement then passes calls through. */
  readonly remove: () => void;
}

/**
 * Replaces an own method or getter of an object once. Returns the existing patch where any copy of this code has patched it, also
 * underneath wrappers. Returns undefined when there is no such method, or when it cannot be redefined.
 */
export function patchMethod(target: object, name: string, replacementOf: ReplacementOf): Patch | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(target, name);
  const field = descriptor?.get === undefined ? "value" : "get";
  const original: unknown = descriptor?.[field];
  if (descriptor === undefined || typeof original !== "function") return undefined;
  const existing = patchUnder(original);
  if (existing) return existing;
  if (descriptor.configurable !== true) return undefined;
  const patch: Patch = {
    users: 0,
    isPermanent: false,
    remove() {
      const current: unknown = Object.getOwnPropertyDescriptor(target, name)?.[field];
      if (current === replacement) Object.defineProperty(target, name, descriptor);
    },
  };
  const replacement = withPropertiesOf(original, replacementOf(original as Method, patch), patch);
  Object.defineProperty(target, name, { ...descriptor, [field]: replacement });
  return patch;
}

/** Gives an object its own method in the place of an inherited one, which it calls, so that the method can be patched here. */
export function ownMethod(target: object, name: string): void {
  if (Object.hasOwn(target, name) || typeof Reflect.get(target, name) !== "function") return;
  const own = function (this: unknown, ...args: unknown[]): unknown {
    return Reflect.apply(Reflect.get(Object.getPrototypeOf(target), name) as Method, this, args);
  };
  const { length } = Reflect.get(target, name) as Method;
  Object.defineProperties(own, { name: { value: name }, length: { value: length } });
  Object.defineProperty(target, name, { value: own, configurable: true, writable: true });
}

/** Replaces a method for good. The replacement must pass through the calls that do not concern it. */
export function patchForGood(target: object, name: string, replacementOf: ReplacementOf): Patch | undefined {
  const patch = patchMethod(target, name, replacementOf);
  if (patch) patch.isPermanent = true;
  return patch;
}

/** Returns a replacement that calls `around` while the patch has users. */
export function whileUsed(around: Around): ReplacementOf {
  return (original, patch) =>
    function patched(this: unknown, ...args: unknown[]): unknown {
      return patch.users > 0 ? around(original, this, args) : Reflect.apply(original, this, args);
    };
}

/** Patches of one user, which are given up together. */
export class Patches {
  readonly #patches = new Set<Patch>();
  #callbacks: (() => void)[] = [];

  /** Replaces a method while this user needs it. Returns false when there is no such method. */
  add(target: object, name: string, replacementOf: ReplacementOf): boolean {
    const patch = patchMethod(target, name, replacementOf);
    if (patch === undefined) return false;
    if (!this.#patches.has(patch)) {
      this.#patches.add(patch);
      patch.users++;
    }
    return true;
  }

  /** Calls back once when this user gives its patches up: for what is replaced in another way. */
  onUndo(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  /** Puts the methods back that no other user needs. */
  undo(): void {
    for (const callback of this.#callbacks.splice(0)) callback();
    for (const patch of this.#patches) {
      patch.users--;
      if (patch.users === 0 && !patch.isPermanent) patch.remove();
    }
    this.#patches.clear();
  }
}

/**
 * Returns the topmost prototype that has the method. Classes that extend it, which may be the application's own, call its
 * method.
 */
export function topOwnerOf(instance: object, name: string): object | undefined {
  let owner: object | undefined;
  for (let prototype: unknown = Object.getPrototypeOf(instance); isFields(prototype);) {
    if (Object.hasOwn(prototype, name)) owner = prototype;
    prototype = Object.getPrototypeOf(prototype);
  }
  return owner;
}

/**
 * Returns the nearest object on the prototype chain, from the instance on, that has the method as its own. Returns undefined
 * when there is none before `end`.
 */
export function nearestOwnerOf(instance: object, name: string, end: object): object | undefined {
  for (let at: object | null = instance; at !== null && at !== end; at = Reflect.getPrototypeOf(at)) {
    if (Object.hasOwn(at, name)) return at;
  }
  return undefined;
}

function patchUnder(method: unknown): Patch | undefined {
  for (let fn = method; typeof fn === "function"; fn = (fn as { [ORIGINAL]?: unknown })[ORIGINAL]) {
    if (Object.hasOwn(fn, PATCHED)) return (fn as unknown as { [PATCHED]: Patch })[PATCHED];
  }
  return undefined;
}

/** Gives the replacement the visible properties of the method, its name and its number of parameters, and the patch. */
function withPropertiesOf(method: { name: string; length: number }, replacement: Method, patch: Patch): Method {
  return Object.defineProperties(replacement, {
    name: { value: method.name, configurable: true },
    length: { value: method.length, configurable: true },
    [PATCHED]: { value: patch },
  });
}
