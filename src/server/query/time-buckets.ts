import type { Granularity, MetricsQuery } from "./metrics-query.ts";
import { UTC, type ZoneOffset, localTime, momentOf, offsetOf, zoneOffsets } from "./zone-offsets.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Time around the window of a query in which its steps can begin and end: longer than a month. */
const AROUND_MS = 32 * DAY_MS;

/** Length of a step: a number of milliseconds, or a month of the calendar. */
export type StepLength = number | "month";

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

const FIXED: Readonly<Record<Exclude<Granularity, "auto">, StepLength>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: WEEK_MS,
  month: "month",
};

/**
 * Steps of a time series. In the storage a step has a key. The key of a step of at most an hour is the moment at which it begins: an
 * hour that the clocks repeat is two steps. The key of a longer one is the local time at which it begins: it has all hours of the
 * local day, week or month.
 */
export interface TimeSteps {
  readonly length: StepLength;
  /** Offsets of the zone around the time window. */
  readonly offsets: readonly ZoneOffset[];
}

/** Returns the steps of a metrics query; null for a query without a time series. */
export function stepsOf({ granularity, timezone, from, to }: MetricsQuery): TimeSteps | null {
  return granularity === null
    ? null
    : { length: lengthOf(granularity, from, to), offsets: offsetsFor({ timezone, from, to }) };
}

/** Returns the offsets of the zone of a query, around its time window. */
export function offsetsFor({
  timezone,
  from,
  to,
}: Pick<MetricsQuery, "timezone" | "from" | "to">): readonly ZoneOffset[] {
  return timezone === null ? UTC : zoneOffsets(timezone, from - AROUND_MS, to + AROUND_MS);
}

function lengthOf(granularity: Granularity, from: number, to: number): StepLength {
  if (granularity !== "auto") return FIXED[granularity];
  return AUTO.find((step) => (to - from) / step <= MOST_AUTO) ?? "month";
}

/** Returns true for steps whose keys are local times. */
export function hasLocalKeys({ length }: TimeSteps): boolean {
  return length === "month" || length > HOUR_MS;
}

/**
 * Returns the local time at which a first step begins, in milliseconds since 1970. It lies before all times that are stored, so that
 * a division need not round down. 1970 began on a Thursday; weeks begin on Mondays.
 */
export function originOf(length: number): number {
  return length === WEEK_MS ? -3 * DAY_MS : -DAY_MS;
}

/** Returns the moment at which the step with a key begins, in milliseconds since 1970. */
export function startOf(steps: TimeSteps, key: number): number {
  return hasLocalKeys(steps) ? momentOf(steps.offsets, key) : key;
}

/** Returns the beginnings of the steps from the one that contains `from` until before `to`, at most `most`. */
export function buckets(from: number, to: number, steps: TimeSteps, most: number): number[] {
  const found: number[] = [];
  for (let key = keyOf(from, steps); found.length < most; key = keyBehind(key, steps)) {
    const start = startOf(steps, key);
    if (start >= to) break;
    // A zone that left out a day has no step for it.
    if (start !== found.at(-1)) found.push(start);
  }
  return found;
}

function keyOf(time: number, steps: TimeSteps): number {
  const { length, offsets } = steps;
  const { from, offset } = offsetOf(offsets, time);
  const local = time + offset;
  if (length === "month") return startOfMonth(local, 0);
  const origin = originOf(length);
  const start = Math.floor((local - origin) / length) * length + origin;
  return hasLocalKeys(steps) ? start : Math.max(start - offset, from);
}

function keyBehind(key: number, steps: TimeSteps): number {
  const { length, offsets } = steps;
  if (length === "month") return startOfMonth(key, 1);
  if (hasLocalKeys(steps)) return key + length;
  const [local, origin] = [localTime(offsets, key), originOf(length)];
  const end = Math.floor((local - origin) / length + 1) * length + origin - (local - key);
  // The change of the clocks ends a step.
  return Math.min(end, offsets.find(({ from }) => from > key)?.from ?? Infinity);
}

function startOfMonth(local: number, months: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}
