import { logger } from "../logging/logger.ts";

/** Returns the number of edits up to which one name may be a misspelling of another, by the length of the shorter name. */
const allowedEdits = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Returns the known name that a misspelt name stands for: `base_url` and `baseURL` stand for `baseUrl`, `falback` for
 * `fallback`. Returns undefined when no known name is close.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const same = known.find((candidate) => plainName(candidate) === plain);
  if (same !== undefined) return same;
  return known.find((candidate) => {
    const other = plainName(candidate);
    return isWithin(allowedEdits(Math.min(plain.length, other.length)), plain, other);
  });
}

/** Names of all options of a type. The compiler reports a missing name. */
export type OptionNames<T> = Readonly<Record<Extract<keyof T, string>, true>>;

/**
 * Warns once about each option that is ignored because its name is misspelt or in snake case. Other unknown options are not
 * mentioned: applications pass the same object to several constructors. Never throws.
 */
export function warnOfMisspeltOptions(
  taker: string,
  options: unknown,
  known: Readonly<Record<string, true>>,
  kind = "option",
): void {
  if (typeof options !== "object" || options === null) return;
  try {
    for (const name in options) {
      if (known[name] !== true) warnOf(taker, kind, name, known);
    }
  } catch (error) {
    logger.debug(`The ${kind}s of ${taker} could not be checked for misspelt names.`, error);
  }
}

/**
 * Number of calls whose options are checked. A misspelt name stands in code, so the first calls show it. Frequent calls do
 * not pay for the check.
 */
const CALLS_LOOKED_AT = 1_000;

/**
 * Returns a form of {@link warnOfMisspeltOptions} for frequent calls, which checks only the first 1,000 calls of the
 * process.
 */
export function misspeltOptionsWatch(
  taker: string,
  known: Readonly<Record<string, true>>,
  kind?: string,
): (options: unknown) => void {
  let left = CALLS_LOOKED_AT;
  return (options) => {
    if (left === 0) return;
    left--;
    warnOfMisspeltOptions(taker, options, known, kind);
  };
}

function warnOf(taker: string, kind: string, name: string, known: Readonly<Record<string, true>>): void {
  const meant = closestName(name, Object.keys(known));
  if (meant === undefined) return;
  logger.warnOnce(`${taker} has no ${kind} ${JSON.stringify(name)}, which is ignored: use ${meant}.`);
}

function plainName(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

/** Returns true when so many edits turn one text into the other: a letter inserted, removed, replaced or swapped with the next. */
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b) return true;
  if (edits === 0) return false;
  if (a[0] === b[0]) return isWithin(edits, a.slice(1), b.slice(1));
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  );
}
