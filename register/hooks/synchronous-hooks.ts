import { registerHooks, type ResolveHookSync } from "node:module";

let registered: ResolveHookSync | undefined;

/** Returns true when Node's module hooks run in the application's own thread, for ES modules and for CommonJS. */
export function hasSynchronousHooks(): boolean {
  if (typeof registerHooks !== "function") return false;
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split(".").map(Number);
  const isAtLeast = (m: number, p: number): boolean => minor > m || (minor === m && patch >= p);
  // Before these versions, a hook could not pass on a CommonJS module whose source Node reads itself.
  const first: Readonly<Record<number, boolean>> = {
    22: isAtLeast(22, 3),
    23: false,
    24: isAtLeast(11, 1),
    25: isAtLeast(1, 0),
  };
  return first[major] ?? major > 25;
}

/** Registers the hook of a preload that has started. */
export function registerResolve(resolve: ResolveHookSync): void {
  registered = resolve;
  registerHooks({ resolve });
}

/** Returns the hook of the preload; undefined before it has started, and when it does not trace. */
export function registeredResolve(): ResolveHookSync | undefined {
  return registered;
}
