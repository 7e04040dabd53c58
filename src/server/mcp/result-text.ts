import { ToolProblem } from "./api-reads.ts";

/** Most characters of a result. A model keeps room for several of them in its context. */
export const MOST_OF_A_RESULT = 24_000;

const COUNT = new Intl.NumberFormat("en");

/** Formats a count with its noun in the right number. */
export function counted(count: number, noun: string): string {
  return `${COUNT.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats seconds. */
export function secondsText(seconds: number): string {
  return `${seconds.toFixed(2)} s`;
}

/** Formats a cost in USD. Small costs keep two digits that count. */
export function costText(cost: number): string {
  return cost >= 1 ? `$${cost.toFixed(2)}` : `$${Number(cost.toPrecision(2))}`;
}

/** Returns a text on one line. A longer one than `most` is cut, and says how long it was. */
export function excerpt(whole: string, most: number): string {
  const line = whole
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, " ")
    .trim();
  if (whole.length <= 4 * most && line.length <= most) return line;
  return `${line.slice(0, most)}… (${counted(whole.length, "character")})`;
}

/**
 * Returns the part of a text from an offset, and after it how to read on. `next` makes the call that reads on. Throws a
 * {@link ToolProblem} for an offset after the end.
 */
export function pageOfText(whole: string, offset: number, next: (offset: number) => string): string {
  if (offset > 0 && offset >= whole.length)
    throw new ToolProblem(`The text has ${counted(whole.length, "character")}: "offset" is too high.`);
  const end = offset + MOST_OF_A_RESULT;
  const part = whole.slice(offset, end);
  if (end >= whole.length) return part;
  return `${part}\n\n[Characters ${offset} to ${end} of ${whole.length}. To read on, call ${next(end)}.]`;
}
