import { type ChSql, ch, integerCh } from "../../../storage/clickhouse/clickhouse-sql.ts";
import { type Step, shiftOf } from "../../time-buckets.ts";

/** Returns SQL for the beginning of the step that contains a time. All times are in milliseconds since 1970. */
export function timeBucketCh(time: ChSql, step: Step): ChSql {
  if (step === "month") return ch`toInt64(toStartOfMonth(${dateTimeCh(time)})) * 86400000`;
  const [length, shift] = [integerCh(step), integerCh(shiftOf(step))];
  return ch`(intDiv(${time} - ${shift}, ${length}) * ${length} + ${shift})`;
}

/** Returns SQL for a time as the engine's own type. */
export function dateTimeCh(time: ChSql): ChSql {
  return ch`fromUnixTimestamp64Milli(${time}, 'UTC')`;
}
