import { type Sql, integerSql, sql } from "../../../storage/sqlite/sql.ts";
import { type Step, shiftOf } from "../../time-buckets.ts";

/** Returns SQL for the beginning of the step that contains a time. All times are in milliseconds since 1970. */
export function timeBucketSql(time: Sql, step: Step): Sql {
  if (step === "month") return sql`unixepoch(strftime('%Y-%m-01', ${time} / 1000, 'unixepoch')) * 1000`;
  const [length, shift] = [integerSql(step), integerSql(shiftOf(step))];
  return sql`((${time} - ${shift}) / ${length} * ${length} + ${shift})`;
}
