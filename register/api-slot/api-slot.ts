import type { TracerProvider } from "@opentelemetry/api";
import { API_SLOT, type ApiKind, type ApiSlot } from "@svc/core/internal";

const holder = globalThis as { [API_SLOT]?: ApiSlot };

/**
 * Registers an object through one copy of the API in place of the present one. A copy refuses to register when something is
 * registered already, or when a copy of another version registered anything first. The copy therefore registers into an empty
 * slot, and the result is moved into the real slot. Returns what `register` returns.
 */
export function registerInPlace<T>(kind: ApiKind, register: () => T): T {
  const { result, slot } = inEmptySlot(register);
  const present = holder[API_SLOT];
  if (present === undefined && slot !== undefined) holder[API_SLOT] = slot;
  else if (present && slot?.[kind] !== undefined) present[kind] = slot[kind];
  return result;
}

let isStartingOurs = false;

/** Returns true while the preload itself registers something. */
export function isOurs(): boolean {
  return isStartingOurs;
}

/** Returns the provider that `start` of the preload registers, and leaves the registered one in place. */
export function providerStartedBy(start: () => void): TracerProvider {
  isStartingOurs = true;
  try {
    return registeredProvider(inEmptySlot(start).slot) as TracerProvider;
  } finally {
    isStartingOurs = false;
  }
}

/** Returns the registered tracer provider: the delegate behind the proxy that the API registers. */
export function registeredProvider(slot: ApiSlot | undefined = holder[API_SLOT]): unknown {
  const { getDelegate } = (slot?.trace ?? {}) as { getDelegate?: () => unknown };
  return typeof getDelegate === "function" ? getDelegate.call(slot?.trace) : slot?.trace;
}

/**
 * Makes the registered objects readable for the copy of the API through which `register` registers. A copy ignores what an
 * older minor version has registered. Older copies read what a newer copy registered.
 */
export function makeReadable(register: () => void): void {
  const version = inEmptySlot(register).slot?.version;
  const present = holder[API_SLOT];
  if (version && present && isOlder(present.version, version)) holder[API_SLOT] = { ...present, version };
}

/** Kinds that an SDK registers in addition to a context manager. */
const REGISTERED_BY_SDK = ["trace", "propagation", "metrics", "logs"] as const;

/**
 * Calls `start`, which registers an SDK, and replaces only the stand-ins by it. Objects that the application has registered
 * stay.
 */
export function registerSdk(start: () => void, isStandIn: (registered: unknown) => boolean): void {
  const { slot } = inEmptySlot(start);
  if (slot === undefined) return;
  const present = (holder[API_SLOT] ??= slot);
  for (const kind of REGISTERED_BY_SDK) {
    if (slot[kind] !== undefined && (present[kind] === undefined || isStandIn(present[kind])))
      present[kind] = slot[kind];
  }
}

function inEmptySlot<T>(fn: () => T): { result: T; slot: ApiSlot | undefined } {
  const present = holder[API_SLOT];
  delete holder[API_SLOT];
  try {
    const result = fn();
    return { result, slot: holder[API_SLOT] };
  } finally {
    if (present) holder[API_SLOT] = present;
    else delete holder[API_SLOT];
  }
}

function isOlder(a: string, b: string): boolean {
  const [major = 0, minor = 0] = a.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = b.split(".").map(Number);
  return major === otherMajor && minor < otherMinor;
}
