import { logger } from "./logger.ts";

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

/**
 * Warns, once each, of options that are ignored because their names are misspelt or in snake case. Other unknown options are
 * not mentioned: applications hand the same object to several constructors. Never throws.
 */
export function warnOfMisspeltOptions(taker: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null) return;
  try {
    for (const name of Object.keys(options)) {
      if (!known.includes(name)) warnOfOption(taker, name, known);
    }
  } catch (error) {
    logger.debug(`The options of ${taker} cannot be looked at.`, error);
  }
}

function warnOfOption(taker: string, name: string, known: readonly string[]): void {
  const meant = closestName(name, known);
  if (meant !== undefined)
    logger.warnOnce(`${taker} has no option ${JSON.stringify(name)}, it is ignored: use ${meant}.`);
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
