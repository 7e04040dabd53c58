import { isExactNumber, logger } from "@svc/core/internal";

/**
 * Function that hides data before it leaves the process. It gets one value at a time. Its return value, or the value its
 * promise resolves to, is sent instead.
 *
 * Every text of a span, its events, its links and its resource arrives as the text that would be sent: an object as its JSON. Names
 * that must stay exact, such as ids and models, do not arrive (`docs/masking.md`). A metadata value arrives decoded, and the result
 * of the mask is encoded again; undefined removes its key. A mask that returns an object or a list as it was also gets the texts
 * inside it. Contract: "Metadata encoding", client-side consequences.
 *
 * @example
 * const mask: MaskFunction = ({ data }) => (typeof data === "string" ? data.replaceAll(/sk-\w+/g, "***") : data);
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in earlier generations, so that masks that expect a text compile
export type MaskFunction = (params: { data: any }) => unknown;

/** Text sent in place of a value when the mask throws or rejects. */
export const MASK_FAILED = "<fully masked due to failed mask function>";

/** Smallest number that a mask sees in an attribute, as text: those of cards, phones and accounts are larger, counts are smaller. */
const LONG_NUMBER = 100_000_000;

/** Calls the mask. Returns its result, or a promise of it that never rejects. */
export function callMask(mask: MaskFunction, data: unknown): unknown {
  try {
    const result = mask({ data });
    return isPromiseLike(result) ? Promise.resolve(result).catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}

/** Calls `next` with a value, or with what its promise resolves to. Returns a promise only for a promise. */
export function after<T>(value: unknown, next: (value: unknown) => T): T | Promise<Awaited<T>> {
  return isPromiseLike(value) ? whenResolved(value, next) : next(value);
}

async function whenResolved<T>(value: PromiseLike<unknown>, next: (value: unknown) => T): Promise<Awaited<T>> {
  return await next(await value);
}

/**
 * Returns a copy of a value of JSON in which `maskText` has replaced each text, the keys of objects and the long numbers included; a promise
 * when `maskText` returns one. A value that is too deep to be walked through is hidden whole.
 */
export function maskTexts(value: unknown, maskText: (text: string) => unknown): unknown {
  try {
    return walk(value, maskText);
  } catch (error) {
    return failed(error);
  }
}

/** Returns true for a value with texts inside, or one that is shown as a long text. */
export function holdsTexts(value: unknown): boolean {
  return isLongNumber(value) || (typeof value === "object" && value !== null && !ArrayBuffer.isView(value));
}

function walk(value: unknown, maskText: (text: string) => unknown): unknown {
  if (typeof value === "string") return maskText(value);
  if (isLongNumber(value)) {
    const text = String(value);
    return after(maskText(text), (masked) => (masked === text ? value : masked));
  }
  if (isExactNumber(value)) return after(maskText(value.rawJSON), (text) => (text === value.rawJSON ? value : text));
  if (!holdsTexts(value)) return value;
  if (Array.isArray(value)) return all(value.map((item: unknown) => walk(item, maskText)));
  const parts = Object.entries(value as object).flatMap(([key, item]) => [maskText(key), walk(item, maskText)]);
  return after(all(parts), (masked) => fromParts(masked as unknown[]));
}

/** Returns an object of keys and values in a row. The key of a value that the mask has removed goes with it. */
function fromParts(parts: readonly unknown[]): Record<string, unknown> {
  const entries: Array<[string, unknown]> = [];
  for (let at = 0; at < parts.length; at += 2) entries.push([String(parts[at]), parts[at + 1]]);
  return Object.fromEntries(entries);
}

function all(values: unknown[]): unknown {
  return values.some(isPromiseLike) ? Promise.all(values) : values;
}

function isLongNumber(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) >= LONG_NUMBER;
}

function failed(error: unknown): string {
  logger.warnOnce(`The mask function failed; what it was given is replaced by ${MASK_FAILED}.`, error);
  return MASK_FAILED;
}

/** Returns true for a promise, of whatever library. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
