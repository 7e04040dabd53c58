import { type TimeSteps, hasLocalKeys, originOf } from "../../query/time-buckets.ts";
import type { ZoneOffset } from "../../query/zone-offsets.ts";
import { type Sql, integerSql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";

/** Returns SQL for the key of the step that contains a time. All times are in milliseconds since 1970. */
export function timeBucketSql(time: Sql, steps: TimeSteps, dialect: Dialect): Sql {
  const { length, offsets } = steps;
  const local = localSql(time, offsets);
  if (length === "month") return dialect.startOfMonth(local);
  const [step, origin] = [integerSql(length), integerSql(originOf(length))];
  const start = sql`(${dialect.quotient(sql`(${local} - (${origin}))`, step)} * ${step} + (${origin}))`;
  if (hasLocalKeys(steps) || isUtc(offsets)) return start;
  const moment = sql`(${start} - (${offsetSql(time, offsets, ({ offset }) => offset)}))`;
  // A change of the clocks begins a step.
  return offsets.length === 1
    ? moment
    : dialect.greatest(
        moment,
        offsetSql(time, offsets, ({ from }) => Math.max(from, originOf(length) * 2)),
      );
}

/** Returns SQL for the local time of a zone at a time. */
export function localSql(time: Sql, offsets: readonly ZoneOffset[]): Sql {
  return isUtc(offsets) ? time : sql`(${time} + (${offsetSql(time, offsets, ({ offset }) => offset)}))`;
}

function isUtc(offsets: readonly ZoneOffset[]): boolean {
  return offsets.every(({ offset }) => offset === 0);
}

/** Returns SQL for a number of the offset that holds at a time, which it looks for by halves. */
function offsetSql(time: Sql, offsets: readonly ZoneOffset[], pick: (offset: ZoneOffset) => number): Sql {
  const [first] = offsets;
  if (first === undefined || offsets.length === 1) return integerSql(first === undefined ? 0 : pick(first));
  const middle = Math.ceil(offsets.length / 2);
  const [earlier, later] = [offsets.slice(0, middle), offsets.slice(middle)];
  return sql`(CASE WHEN ${time} < ${integerSql(later[0]!.from)} THEN ${offsetSql(time, earlier, pick)}
    ELSE ${offsetSql(time, later, pick)} END)`;
}
