import type { Sql } from "../../storage/sql.ts";

/** Expressions that the engines write in different ways. All that reads share is made of these and of the SQL that both know. */
export interface Dialect {
  /** Null of the type of a text. */
  readonly noText: Sql;
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
  /** Mean of numbers; null without any. */
  mean(numbers: Sql): Sql;
  /** Value below which a fraction of the numbers lies, interpolated between two; null without any. Leaves out infinite numbers. */
  percentile(numbers: Sql, fraction: Sql): Sql;
  /** Bars of equal width as JSON, `[lower, upper, height]` each; one bar when all numbers are the same. */
  histogram(numbers: Sql, bins: Sql): Sql;
}
