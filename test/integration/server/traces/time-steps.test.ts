// Steps of a time series in a time zone, compared with what the formats of JavaScript say of the local time.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type TimeSteps, buckets, offsetsFor } from "../../../../src/server/query/time-buckets.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Zones with whole, half and quarter hours, changes at midnight and by half an hour, and days that were left out. */
const ZONES = [
  ..."UTC Europe/Berlin Europe/Dublin America/Los_Angeles America/St_Johns America/Havana America/Sao_Paulo".split(" "),
  ..."Asia/Kolkata Asia/Kathmandu Asia/Tehran Asia/Gaza Africa/Casablanca Africa/Monrovia Australia/Lord_Howe".split(
    " ",
  ),
  ..."Pacific/Chatham Pacific/Apia Pacific/Kiritimati Antarctica/Troll".split(" "),
];

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" }),
  ]),
);

/** Returns the local time as a text such as `2026-11-01 10:00:00`. */
function clock(zone: string, time: number): string {
  return formats.get(zone)!.format(time);
}

/** Names of the step that has a local time, by the length of the steps. */
const NAMES: Readonly<Record<string, { length: TimeSteps["length"]; name: (text: string) => string }>> = {
  hour: { length: HOUR_MS, name: (text) => text.slice(0, 13) },
  day: { length: DAY_MS, name: (text) => text.slice(0, 10) },
  week: {
    length: 7 * DAY_MS,
    // Days since a Monday.
    name: (text) => String(Math.floor((Date.parse(text.slice(0, 10)) - Date.parse("1969-12-29")) / (7 * DAY_MS))),
  },
  month: { length: "month", name: (text) => text.slice(0, 7) },
};

test.each(Object.entries(NAMES))("a step of a %s begins where its name does", (_granularity, { length, name }) => {
  const times = fc.integer({ min: 0, max: Date.UTC(2040) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), times, (timezone, time) => {
      const steps: TimeSteps = { length, offsets: offsetsFor({ timezone, from: time, to: time + 1 }) };
      const [start = NaN] = buckets(time, time + 1, steps, 1);
      const nameAt = (moment: number): string => name(clock(timezone, moment));
      expect(start).toBeLessThanOrEqual(time);
      expect(nameAt(start)).toBe(nameAt(time));
      // An hour that is repeated is two steps of one name.
      expect(length === HOUR_MS || nameAt(start - 1) !== nameAt(start)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("the steps of a window follow each other, and each time belongs to the one before it", () => {
  const windows = fc.record({
    from: fc.integer({ min: 0, max: Date.UTC(2035) }),
    days: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      windows,
      fc.constantFrom(...Object.values(NAMES)),
      (timezone, { from, days }, { length }) => {
        const to = from + days * DAY_MS;
        const steps: TimeSteps = { length, offsets: offsetsFor({ timezone, from, to }) };
        const starts = buckets(from, to, steps, 2_000);
        expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
        for (const time of [from, to - 1, from + (days * DAY_MS) / 3]) {
          const [start] = buckets(Math.floor(time), Math.floor(time) + 1, steps, 1);
          expect(start).toBe(starts.findLast((each) => each <= time));
        }
      },
    ),
    { numRuns: 200 },
  );
});
