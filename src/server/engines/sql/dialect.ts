import type { Sql } from "../../storage/sql.ts";

/** Expressions that the engines write in different ways. All that reads share is made of these and of the SQL that both know. */
export interface Dialect {
  /** Null of the type of a text. */
  readonly noText: Sql;
  /** Scores `s`, each in its newest state. */
  readonly scores: Sql;
  /** Observations `o`, each in its newest state. */
  readonly observations: Sql;
  /** JSON or another text that tells the object of the score `s` from all others. */
  readonly scoredObject: Sql;
  /** Value of the latest score `s` of a group, as a column `value`. */
  latestValue(value: Sql): Sql;
  /** Condition that every row meets, and at which the engine can end a read. */
  readonly mayGoOn: Sql;
  /** Number of items of a list. */
  length(list: Sql): Sql;
  /** List as JSON. */
  listJson(list: Sql): Sql;
  /** Field of the experiment of the observation `o`. */
  experimentField(name: Sql): Sql;
  /** Month of a local time, such as `2026-11`. */
  monthOf(local: Sql): Sql;
  /** Day of a local time, such as `2026-11-28`. */
  dayOf(local: Sql): Sql;
  /** Start of the month of a local time, in milliseconds. */
  startOfMonth(local: Sql): Sql;
  /** Quotient of two integers, without its fraction. */
  quotient(dividend: Sql, divisor: Sql): Sql;
  greatest(one: Sql, other: Sql): Sql;
  /** Value as a number with a fraction, which can be null. */
  real(value: Sql): Sql;
  /** Sum of numbers; null without any. */
  sum(numbers: Sql): Sql;
  /** Sum of numbers; 0 without any. */
  total(numbers: Sql): Sql;
  whole(number: Sql): Sql;
  /** Mean of numbers; null without any. */
  mean(numbers: Sql): Sql;
  /** Value below which a fraction of the numbers lies, interpolated between two; null without any. Leaves out infinite numbers. */
  percentile(numbers: Sql, fraction: Sql): Sql;
  /** Bars of equal width as JSON, `[lower, upper, height]` each; one bar when all numbers are the same. */
  histogram(numbers: Sql, bins: Sql): Sql;
}
