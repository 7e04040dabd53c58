const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Distance at which the offsets of a zone are compared, in milliseconds. No zone changes its clocks there and back within it. */
const PROBE_MS = 7 * DAY_MS;

/** Times outside of which a zone is taken to stay as it is, in milliseconds since 1970. Spans are of the time between. */
const [FIRST_MS, LAST_MS] = [-32 * DAY_MS, Date.UTC(2200)];

/** Time for which the clocks of a zone have one distance from UTC. */
export interface ZoneOffset {
  /** Begin of the time, in milliseconds since 1970; -Infinity for the first. */
  from: number;
  /** Distance of the local time from UTC, in milliseconds: positive east of Greenwich. */
  offset: number;
}

export const UTC: readonly ZoneOffset[] = [{ from: -Infinity, offset: 0 }];

/** Returns true for the IANA name of a time zone, such as `Europe/Berlin`, in any case. */
export function isTimeZone(name: string): boolean {
  return !/^[+-]/.test(name) && formatOf(name) !== undefined;
}

/** Returns the offsets of a time zone from `from` until `to`, in the order of time. The zone is one that `isTimeZone` accepts. */
export function zoneOffsets(zone: string, from: number, to: number): readonly ZoneOffset[] {
  const format = formatOf(zone);
  if (format === undefined) throw new Error(`${zone} is no time zone`);
  const [first, last] = [clamped(from), clamped(to)];
  const found: ZoneOffset[] = [{ from: -Infinity, offset: offsetAt(format, first) }];
  for (let start = first; start < last; start += PROBE_MS) {
    const end = Math.min(start + PROBE_MS, last);
    const [before, after] = [found.at(-1)!.offset, offsetAt(format, end)];
    if (after !== before) found.push({ from: changeBetween(format, start, end), offset: after });
  }
  return found;
}

function clamped(time: number): number {
  return Math.min(Math.max(time, FIRST_MS), LAST_MS);
}

/** Returns the local time at a moment: the milliseconds since 1970 at which a clock of UTC would show the same. */
export function localTime(offsets: readonly ZoneOffset[], time: number): number {
  return time + offsetOf(offsets, time).offset;
}

/**
 * Returns the moment at which the clocks show a local time, the first of two. Of a local time that the clocks leave out, returns the
 * moment at which they do.
 */
export function momentOf(offsets: readonly ZoneOffset[], local: number): number {
  for (const [index, { from, offset }] of offsets.entries()) {
    const time = local - offset;
    if (time < (offsets[index + 1]?.from ?? Infinity)) return Math.max(time, from);
  }
  throw new Error("a zone has offsets for all times");
}

/** Returns the offset at a moment. */
export function offsetOf(offsets: readonly ZoneOffset[], time: number): ZoneOffset {
  return offsets.findLast(({ from }) => from <= time)!;
}

/** Returns the format of a zone, which tells its local time; undefined for a name that is no zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the offset of a zone at a moment, in milliseconds. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const second = Math.floor(time / 1_000) * 1_000;
  const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local - second;
}

/** Returns the moment between two others from which on the offset is that of the end. Clocks change at whole minutes. */
function changeBetween(format: Intl.DateTimeFormat, start: number, end: number): number {
  const after = offsetAt(format, end);
  let [low, high] = [Math.floor(start / MINUTE_MS), Math.ceil(end / MINUTE_MS)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(format, middle * MINUTE_MS) === after) high = middle;
    else low = middle;
  }
  return high * MINUTE_MS;
}
