import type { RecordReader } from "../../storage/records.ts";
import { listScores, scoreFields } from "../../stores/scores.ts";
import { type ScorePage, type ScoreQuery, scoreCursorAfter } from "../score-query.ts";

/** Returns one page of scores, the latest first. */
export function scorePage(records: RecordReader, projectId: string, query: ScoreQuery): ScorePage {
  const { conditions, groups, limit } = query;
  const rows = listScores(records, projectId, conditions, groups, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => scoreFields(row, groups)),
    meta: { limit, ...(last && rows.length > limit && { cursor: scoreCursorAfter(last) }) },
  };
}
