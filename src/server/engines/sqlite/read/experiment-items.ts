import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, joinSql, sql } from "../../../storage/sql.ts";
import { type ItemRow, itemFields } from "../../../query/experiment-fields.ts";
import type { ExperimentItemColumn, ExperimentPage, ExperimentQuery } from "../../../query/experiment-query.ts";
import { EXPERIMENT_ITEM_COLUMNS, cursorAfterItem } from "../../sql/experiment-columns.ts";
import { pageOf } from "../../sql/page.ts";
import { IS_ITEM, experimentConditions } from "./experiment-conditions.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";
import { embeddedScores } from "./scores.ts";

/** Lists items of experiments, the latest first: one row for the root span of each item. */
export function listExperimentItems(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentItemColumn>,
): ExperimentPage {
  const { groups, limit, scoreLimit } = query;
  const rows = records.all(itemsSql(searches, projectId, query));
  const { shown, meta } = pageOf(rows, limit, cursorAfterItem);
  const ofItem = ({ traceId, spanId }: ItemRow): unknown => {
    const isAbout = sql`traceId = ${traceId} AND (observationId IS NULL OR observationId = ${spanId})`;
    return embeddedScores(records, projectId, isAbout, scoreLimit);
  };
  return { data: shown.map((row) => itemFields(row, groups, ofItem)), meta };
}

function itemsSql(
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentItemColumn>,
): Sql<ItemRow> {
  const { groups, cursor, limit } = query;
  const conditions = [...experimentConditions(projectId, query, EXPERIMENT_ITEM_COLUMNS, searches), IS_ITEM];
  if (cursor) {
    const { time, traceId, id, experimentId } = cursor;
    conditions.push(
      sql`(e.startTime, e.traceId, e.spanId, e.experimentId) < (${time}, ${traceId}, ${id}, ${experimentId})`,
    );
  }
  const content = groups.has("io");
  const order = sql`e.startTime DESC, e.traceId DESC, e.spanId DESC, e.experimentId DESC`;
  // The page is chosen first: sorting rows with their contents is slow when an experiment has thousands of items.
  return sql`SELECT e.*, o.level, o.environment, o.metadata${content ? sql`, c.input, c.output` : sql``}
    FROM (SELECT e.seq FROM observation_experiments e WHERE ${joinSql(conditions, " AND ")}
        ORDER BY ${order} LIMIT ${limit + 1}) page
      JOIN observation_experiments e ON e.seq = page.seq JOIN observations o ON o.seq = e.seq
      ${content ? sql`LEFT JOIN observation_content c ON c.seq = e.seq` : sql``}
    ORDER BY ${order}`;
}
