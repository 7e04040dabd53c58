const COUNT = new Intl.NumberFormat("en");
const TIME = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium" });

/** Formats a duration in milliseconds in the unit in which it reads best. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}

/** Formats a count; nothing for 0. */
export function countText(count: number): string {
  return count === 0 ? "" : COUNT.format(count);
}

/** Formats a cost in USD; nothing for 0. Small costs keep two digits that count. */
export function costText(cost: number): string {
  if (cost === 0) return "";
  return cost >= 1 ? `$${cost.toFixed(2)}` : `$${Number(cost.toPrecision(2))}`;
}

/** Formats a time in milliseconds since 1970, to the second, in the time zone of the browser. */
export function timeText(milliseconds: number): string {
  return TIME.format(milliseconds);
}
