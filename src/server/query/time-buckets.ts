import type { Granularity } from "./metrics-syntax.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Distance of weeks from 1970-01-01, in milliseconds. 1970 began on a Thursday; weeks begin on Mondays. */
const MONDAY = 4 * DAY;

/** Step of a time series: a number of milliseconds, or a month of the calendar. */
export type Step = number | "month";

/** Steps for `auto`, which takes the first that divides the whole time into at most 50. */
const AUTO = [MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, WEEK];
const MOST_AUTO = 50;

const FIXED: Readonly<Record<Exclude<Granularity, "auto">, Step>> = {
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: WEEK,
  month: "month",
};

/** Returns the step for a granularity over a time window. */
export function stepOf(granularity: Granularity, from: number, to: number): Step {
  if (granularity !== "auto") return FIXED[granularity];
  return AUTO.find((step) => (to - from) / step <= MOST_AUTO) ?? "month";
}

/** Returns SQL for the beginning of the step that contains a time. All times are in milliseconds since 1970. */
export function bucketSql(time: string, step: Step): string {
  if (step === "month") return `unixepoch(strftime('%Y-%m-01', ${time} / 1000, 'unixepoch')) * 1000`;
  const shift = step === WEEK ? MONDAY : 0;
  return `((${time} - ${shift}) / ${step} * ${step} + ${shift})`;
}

/** Returns the beginnings of the steps from the one that contains `from` until before `to`, at most `most`. */
export function buckets(from: number, to: number, step: Step, most: number): number[] {
  const found: number[] = [];
  for (let at = bucketOf(from, step); at < to && found.length < most; at = nextOf(at, step)) found.push(at);
  return found;
}

function bucketOf(time: number, step: Step): number {
  if (step === "month") return startOfMonth(time, 0);
  const shift = step === WEEK ? MONDAY : 0;
  return Math.floor((time - shift) / step) * step + shift;
}

function nextOf(bucket: number, step: Step): number {
  return step === "month" ? startOfMonth(bucket, 1) : bucket + step;
}

function startOfMonth(time: number, months: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
