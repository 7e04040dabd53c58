import { logger } from "../logging/logger.ts";

/** Edits between two names up to which one may be the other misspelt, by the length of the shorter one. */
const allowedEdits = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** The name among the known ones that another was meant to be: `base_url` and `baseURL` are `baseUrl`, `falback` is `fallback`. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const same = known.find((candidate) => plainName(candidate) === plain);
  if (same !== undefined) return same;
  return known.find((candidate) => {
    const other = plainName(candidate);
    return editsBetween(plain, other) <= allowedEdits(Math.min(plain.length, other.length));
  });
}

/** The names a set of options can have, each of them: the compiler knows when one is missing. */
export type OptionNames<T> = Readonly<Record<Extract<keyof T, string>, true>>;

/**
 * Warns, once each, of options that are ignored because their names are misspelt or in snake case. Other unknown options are
 * not mentioned: applications hand the same object to several constructors. Never throws.
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
    logger.debug(`The ${kind}s of ${taker} cannot be looked at.`, error);
  }
}

/** Calls of a kind that are looked at: a misspelt name stands in code, and the code that runs often must not pay for it. */
const CALLS_LOOKED_AT = 1_000;

/** {@link warnOfMisspeltOptions} for what is called often: it looks at the first calls of the process. */
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

/** Letters to insert, remove, replace or swap with their neighbour to make one text of the other. */
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
