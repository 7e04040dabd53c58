import type { Granularity } from "./metrics-query.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Distance of weeks from 1970-01-01, in milliseconds. 1970 began on a Thursday; weeks begin on Mondays. */
const MONDAY_MS = 4 * DAY_MS;

/** Returns the distance of the first step from 1970-01-01, in milliseconds. */
export function shiftOf(step: number): number {
  return step === WEEK_MS ? MONDAY_MS : 0;
}

/** Step of a time series: a number of milliseconds, or a month of the calendar. */
export type Step = number | "month";

/** Steps for `auto`, which takes the first that divides the whole time into at most 50. */
const AUTO = [
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  WEEK_MS,
];
const MOST_AUTO = 50;

const FIXED: Readonly<Record<Exclude<Granularity, "auto">, Step>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: WEEK_MS,
  month: "month",
};

/** Returns the step for a granularity over a time window. */
export function stepOf(granularity: Granularity, from: number, to: number): Step {
  if (granularity !== "auto") return FIXED[granularity];
  return AUTO.find((step) => (to - from) / step <= MOST_AUTO) ?? "month";
}

/** Returns the beginnings of the steps from the one that contains `from` until before `to`, at most `most`. */
export function buckets(from: number, to: number, step: Step, most: number): number[] {
  const found: number[] = [];
  for (let at = bucketOf(from, step); at < to && found.length < most; at = nextOf(at, step)) found.push(at);
  return found;
}

function bucketOf(time: number, step: Step): number {
  if (step === "month") return startOfMonth(time, 0);
  const shift = shiftOf(step);
  return Math.floor((time - shift) / step) * step + shift;
}

function nextOf(bucket: number, step: Step): number {
  return step === "month" ? startOfMonth(bucket, 1) : bucket + step;
}

function startOfMonth(time: number, months: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
