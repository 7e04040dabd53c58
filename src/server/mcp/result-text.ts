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
