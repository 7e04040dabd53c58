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
    return editsBetween(plain, other) <= allowedEdits(Math.min(plain.length, other.length));
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

/** Returns the number of letters to insert, remove, replace or swap with their neighbour to turn one text into the other. */
function editsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const replaced = rows[i - 1]![j - 1]! + (isSame ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
