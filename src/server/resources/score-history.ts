import { type Sql, integerSql, joinSql, nameSql, sql } from "../storage/sql.ts";
import type { ScoreOwner } from "./score-writers.ts";

/** Fields of a score that a later value replaces. */
interface ScoreState extends ScoreOwner {
  name: string;
  dataType: string;
  value: number | null;
  stringValue: string | null;
  comment: string | null;
  source: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/** Value of a score that was replaced. */
export interface ReplacedValue extends ScoreState {
  /** Milliseconds since 1970. */
  replacedAt: number;
}

/** Most replaced values that a score keeps, the latest. */
const MOST_VALUES = 20;

/** Characters that a replaced value keeps of each of its texts. */
const MOST_CHARACTERS = 2_000;

/** Columns of a replaced value that are kept as they are. */
const KEPT = ["name", "dataType", "value", "source", "authorUserId", "writerKind", "writerId", "timestamp"] as const;

/** Columns of a replaced value of which the start is kept. */
const TEXTS = ["stringValue", "comment"] as const;

/** Columns of which one has to differ for a value to be replaced: a score that is sent again replaces nothing. */
const COMPARED = ["name", "dataType", "value", "stringValue", "comment", "authorUserId"] as const;

/** Returns the history of a score after `score` has replaced `before`, as JSON; null while it is empty. */
export function historyAfter(
  before: ScoreState & { history: string | null },
  score: ScoreState & { updatedAt: number },
): string | null {
  if (COMPARED.every((column) => before[column] === score[column])) return before.history;
  const replaced = {
    ...Object.fromEntries(KEPT.map((column) => [column, before[column]])),
    ...Object.fromEntries(TEXTS.map((column) => [column, startOf(before[column])])),
    replacedAt: score.updatedAt,
  };
  return JSON.stringify([replaced, ...readHistory(before.history)].slice(0, MOST_VALUES));
}

/** Returns the replaced values of a score, the latest first. `history` is JSON. */
export function readHistory(history: string | null | undefined): ReplacedValue[] {
  return history == null ? [] : (JSON.parse(history) as ReplacedValue[]);
}

function startOf(text: string | null): string | null {
  if (text === null || text.length <= MOST_CHARACTERS) return text;
  // By characters, as SQLite counts them, and not in the middle of one.
  return Array.from(text.slice(0, 2 * MOST_CHARACTERS))
    .slice(0, MOST_CHARACTERS)
    .join("");
}

/** Value of `history` after the new row `excluded` has replaced the stored row `scores`: what {@link historyAfter} returns. */
export const HISTORY_AFTER: Sql = sql`CASE WHEN ${joinSql(
  COMPARED.map((column) => sql`scores.${nameSql(column)} IS excluded.${nameSql(column)}`),
  " AND ",
)} THEN scores.history ELSE (
  SELECT json_group_array(json(replaced)) FROM (
    SELECT json_object(${joinSql(
      [
        ...KEPT.map((column) => sql`${column}, scores.${nameSql(column)}`),
        ...TEXTS.map((column) => sql`${column}, substr(scores.${nameSql(column)}, 1, ${integerSql(MOST_CHARACTERS)})`),
        sql`'replacedAt', excluded.updatedAt`,
      ],
      ", ",
    )}) AS replaced
    UNION ALL SELECT value FROM json_each(coalesce(scores.history, '[]')) LIMIT ${integerSql(MOST_VALUES)}
  )) END`;
