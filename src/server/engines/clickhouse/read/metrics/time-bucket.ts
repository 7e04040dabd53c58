import { type ChSql, ch, integerCh } from "../../database/clickhouse-sql.ts";
import { type TimeSteps, hasLocalKeys, originOf } from "../../../../query/time-buckets.ts";
import type { ZoneOffset } from "../../../../query/zone-offsets.ts";

/** Returns SQL for the key of the step that contains a time. All times are in milliseconds since 1970. */
export function timeBucketCh(time: ChSql, steps: TimeSteps): ChSql {
  const { length, offsets } = steps;
  const local = localCh(time, offsets);
  if (length === "month") return ch`toInt64(toStartOfMonth(${dateTimeCh(local)})) * 86400000`;
  const [step, origin] = [integerCh(length), integerCh(originOf(length))];
  const start = ch`(intDiv(${local} - (${origin}), ${step}) * ${step} + (${origin}))`;
  if (hasLocalKeys(steps) || isUtc(offsets)) return start;
  const moment = ch`(${start} - (${offsetCh(time, offsets, ({ offset }) => offset)}))`;
  // A change of the clocks begins a step.
  return offsets.length === 1
    ? moment
    : ch`greatest(${moment}, ${offsetCh(time, offsets, ({ from }) => Math.max(from, originOf(length) * 2))})`;
}

/** Returns SQL for the local time of a zone at a time. */
export function localCh(time: ChSql, offsets: readonly ZoneOffset[]): ChSql {
  return isUtc(offsets) ? time : ch`(${time} + (${offsetCh(time, offsets, ({ offset }) => offset)}))`;
}

/** Returns SQL for a time as the engine's own type. */
export function dateTimeCh(time: ChSql): ChSql {
  return ch`fromUnixTimestamp64Milli(toInt64(${time}), 'UTC')`;
}

function isUtc(offsets: readonly ZoneOffset[]): boolean {
  return offsets.every(({ offset }) => offset === 0);
}

/** Returns SQL for a number of the offset that holds at a time, which it looks for by halves. */
function offsetCh(time: ChSql, offsets: readonly ZoneOffset[], pick: (offset: ZoneOffset) => number): ChSql {
  const [first] = offsets;
  if (first === undefined || offsets.length === 1) return integerCh(first === undefined ? 0 : pick(first));
  const middle = Math.ceil(offsets.length / 2);
  const [earlier, later] = [offsets.slice(0, middle), offsets.slice(middle)];
  return ch`if(${time} < ${integerCh(later[0]!.from)}, ${offsetCh(time, earlier, pick)}, ${offsetCh(time, later, pick)})`;
}
