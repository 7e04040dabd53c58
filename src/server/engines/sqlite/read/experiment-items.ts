import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, joinSql, sql } from "../../../storage/sql.ts";
import { type ItemRow, itemFields } from "../../../query/experiment-fields.ts";
import type { ExperimentItemColumn, ExperimentPage, ExperimentQuery } from "../../../query/experiment-query.ts";
import { EXPERIMENT_ITEM_COLUMNS, cursorAfterItem } from "../../sql/experiment-columns.ts";
import { pageOf } from "../../sql/page.ts";
import { type ChosenPage, type ChosenRow, choosePage, chosenSql, textBytes } from "./chosen-page.ts";
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
  const page = choosePage(records, chosenItems(searches, projectId, query), limit);
  const rows = records.all(itemsSql(page, groups.has("io")));
  const { shown, meta } = pageOf({ rows, isWhole: page.isWhole }, limit, cursorAfterItem);
  const ofItem = ({ traceId, spanId }: ItemRow): unknown => {
    const isAbout = sql`traceId = ${traceId} AND (observationId IS NULL OR observationId = ${spanId})`;
    return embeddedScores(records, projectId, isAbout, scoreLimit);
  };
  return { data: shown.map((row) => itemFields(row, groups, ofItem)), meta };
}

const LATEST_FIRST = sql`e.startTime DESC, e.traceId DESC, e.spanId DESC, e.experimentId DESC`;

function chosenItems(
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentItemColumn>,
): Sql<ChosenRow> {
  const { groups, cursor, limit } = query;
  const conditions = [...experimentConditions(projectId, query, EXPERIMENT_ITEM_COLUMNS, searches), IS_ITEM];
  if (cursor) {
    const { time, traceId, id, experimentId } = cursor;
    conditions.push(
      sql`(e.startTime, e.traceId, e.spanId, e.experimentId) < (${time}, ${traceId}, ${id}, ${experimentId})`,
    );
  }
  const content = groups.has("io");
  const texts = [
    sql`e.experimentMetadata`,
    sql`e.experimentItemMetadata`,
    sql`e.experimentItemExpectedOutput`,
    sql`o.metadata`,
    ...(content ? [sql`c.input`, sql`c.output`] : []),
  ];
  return sql`SELECT e.seq, ${textBytes(texts)} AS bytes
    FROM (SELECT e.seq FROM observation_experiments e WHERE ${joinSql(conditions, " AND ")}
        ORDER BY ${LATEST_FIRST} LIMIT ${limit + 1}) page
      JOIN observation_experiments e ON e.seq = page.seq ${joinObservation(content)}
    ORDER BY ${LATEST_FIRST}`;
}

function itemsSql(page: ChosenPage, content: boolean): Sql<ItemRow> {
  return sql`SELECT e.*, o.level, o.environment, o.metadata${content ? sql`, c.input, c.output` : sql``}
    FROM observation_experiments e ${joinObservation(content)}
    WHERE e.seq IN ${chosenSql(page)} ORDER BY ${LATEST_FIRST}`;
}

function joinObservation(content: boolean): Sql {
  return sql`JOIN observations o ON o.seq = e.seq
    ${content ? sql`LEFT JOIN observation_content c ON c.seq = e.seq` : sql``}`;
}
