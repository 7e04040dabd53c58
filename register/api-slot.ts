import type { TracerProvider } from "@opentelemetry/api";
import { API_SLOT, type ApiKind, type ApiSlot } from "@svc/core";

const holder = globalThis as { [API_SLOT]?: ApiSlot };

/**
 * Lets a copy of the API register something in place of what is there. A copy refuses to when something is registered, or
 * when a copy of another version registered anything first, so it does it in an empty slot, and that is moved. Returns
 * what `register` returns.
 */
export function registerInPlace<T>(kind: ApiKind, register: () => T): T {
  const { result, slot } = inEmptySlot(register);
  const present = holder[API_SLOT];
  if (present === undefined && slot !== undefined) holder[API_SLOT] = slot;
  else if (present && slot?.[kind] !== undefined) present[kind] = slot[kind];
  return result;
}

let isStartingOurs = false;

/** Whether what is being registered just now is ours. */
export function isOurs(): boolean {
  return isStartingOurs;
}

/** The provider that `start`, which is ours, registers, without its being registered. */
export function providerStartedBy(start: () => void): TracerProvider {
  isStartingOurs = true;
  try {
    return registeredProvider(inEmptySlot(start).slot) as TracerProvider;
  } finally {
    isStartingOurs = false;
  }
}

/** The registered tracer provider: the API registers a proxy, behind which it is. */
export function registeredProvider(slot: ApiSlot | undefined = holder[API_SLOT]): unknown {
  const { getDelegate } = (slot?.trace ?? {}) as { getDelegate?: () => unknown };
  return typeof getDelegate === "function" ? getDelegate.call(slot?.trace) : slot?.trace;
}

/**
 * Makes what is registered readable for the copy of the API that `register` registers anything with: a copy ignores what
 * one of an older minor version has registered. Older copies read what a newer one registered.
 */
export function makeReadable(register: () => void): void {
  const version = inEmptySlot(register).slot?.version;
  const present = holder[API_SLOT];
  if (version && present && isOlder(present.version, version)) holder[API_SLOT] = { ...present, version };
}

/** What an SDK registers beside a context manager. */
const REGISTERED_BY_SDK = ["trace", "propagation", "metrics", "logs"] as const;

/** Has `start` register an SDK in place of what stands in for it; what the application has registered stays. */
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
