const COUNT = new Intl.NumberFormat("en");
const TIME = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium" });
const CLOCK = new Intl.DateTimeFormat("sv", { timeStyle: "medium" });

/** Formats seconds. */
export function secondsText(seconds: number): string {
  return `${seconds.toFixed(2)} s`;
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

/** Formats a time in ISO 8601 as day and time of this machine. */
export function timeText(time: string): string {
  return TIME.format(Date.parse(time));
}

/** Formats a time in ISO 8601 as the time of the day of this machine. */
export function clockText(time: string): string {
  return CLOCK.format(Date.parse(time));
}
