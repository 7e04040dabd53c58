import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type Sql, arraySql, integerSql, joinSql, sql } from "../../../storage/sql.ts";
import { type ExperimentRow, type ItemRow, experimentFields, itemFields } from "../../../query/experiment-fields.ts";
import type {
  ExperimentColumn,
  ExperimentItemColumn,
  ExperimentPage,
  ExperimentQuery,
} from "../../../query/experiment-query.ts";
import {
  EXPERIMENT_COLUMNS,
  EXPERIMENT_ITEM_COLUMNS,
  cursorAfterExperiment,
  cursorAfterItem,
} from "../../sql/experiment-columns.ts";
import { pageOf } from "../../sql/page.ts";
import { embeddedScores } from "./embedded-scores.ts";
import type { SqlColumns } from "../../sql/filter-condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import { type PageRows, readFittingRows } from "./fitting-rows.ts";
import { jsonOfMap } from "./observation-row.ts";

/** Condition for a span of an item. The other spans of an experiment are the work of its evaluators. */
export const IS_OF_ITEM: Sql = sql`(ifNull(e.experimentItemId, '') <> '')`;

/** Condition for a span that stands for a whole item: the root span of the item. */
export const IS_ITEM: Sql = sql`(ifNull(e.experimentItemId, '') <> '' AND ifNull(e.id = e.experimentItemRootId, 0))`;

/** Columns of an item that are those of its root span. */
const OF_ITEM = [
  "id",
  "projectId",
  "traceId",
  "startTime",
  "endTime",
  "experimentId",
  "experimentName",
  "experimentDescription",
  "experimentDatasetId",
  "experimentMetadata",
  "experimentItemId",
  "experimentItemVersion",
  "experimentItemMetadata",
  "experimentItemExpectedOutput",
  "experimentItemRootId",
  "level",
  "environment",
  "metadata",
];

/** Returns the conditions of a query on the spans `e` of experiments: project, time window and filters. */
function conditionsOf<Column extends string>(
  projectId: string,
  { filters, from, to }: ExperimentQuery<Column>,
  columns: SqlColumns<Column>,
): Sql[] {
  return [
    sql`e.projectId = ${projectId} AND e.experimentId IS NOT NULL AND e.startTime >= ${from}`,
    ...(to === null ? [] : [sql`e.startTime < ${to}`]),
    ...filterConditions(projectId, filters, columns),
  ];
}

/** Returns one page of experiments, the most recent first. An experiment is all spans with the same experiment id in the window. */
export async function listExperiments(
  database: ClickHouseDatabase,
  projectId: string,
  query: ExperimentQuery<ExperimentColumn>,
): Promise<ExperimentPage> {
  const { groups, limit, scoreLimit, cursor } = query;
  const behind = cursor ? sql`HAVING (latest, id) < (${cursor.time}, ${cursor.experimentId})` : sql``;
  const rows =
    await database.all(sql<ExperimentRow>`SELECT assumeNotNull(e.experimentId) AS id, max(e.experimentName) AS name,
      max(e.experimentDescription) AS description, max(e.experimentDatasetId) AS datasetId,
      max(e.experimentMetadata) AS metadata, min(e.startTime) AS startTime, max(e.endTime) AS endTime,
      max(e.startTime) AS latest, uniqExactIf((e.traceId, e.id), ${IS_ITEM}) AS itemCount
    FROM observations AS e FINAL WHERE ${joinSql(conditionsOf(projectId, query, EXPERIMENT_COLUMNS), " AND ")}
    GROUP BY e.experimentId ${behind} ORDER BY latest DESC, id DESC LIMIT ${integerSql(limit + 1)}`);
  const { shown, meta } = pageOf({ rows, isWhole: true }, limit, cursorAfterExperiment);
  const ids = shown.map(({ id }) => id);
  const scores = groups.has("scores")
    ? await embeddedScores(
        database,
        sql`s.projectId = ${projectId} AND s.datasetRunId IN ${arraySql(ids)}`,
        "datasetRunId",
        scoreLimit,
      )
    : undefined;
  return {
    data: shown.map((row) =>
      experimentFields(row, groups, ({ id }) => (scores?.get(id) ?? []).map(({ score }) => score)),
    ),
    meta,
  };
}

/** Returns one page of items of experiments, the latest first: one row for the root span of each item. */
export async function listExperimentItems(
  database: ClickHouseDatabase,
  projectId: string,
  query: ExperimentQuery<ExperimentItemColumn>,
): Promise<ExperimentPage> {
  const { groups, limit, scoreLimit } = query;
  const found = await readFittingRows(database, itemRows(projectId, query));
  const rows = found.rows.map(
    ({ id, metadata, ...row }) => ({ ...row, spanId: id, metadata: jsonOfMap(metadata) }) as unknown as ItemRow,
  );
  const { shown, meta } = pageOf({ rows, isWhole: found.isWhole }, limit, cursorAfterItem);
  const scores = groups.has("scores") ? await scoresOfItems(database, projectId, shown, scoreLimit) : undefined;
  return {
    data: shown.map((row) => itemFields(row, groups, (item) => scores?.get(itemKey(item)) ?? [])),
    meta,
  };
}

function itemRows(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): PageRows {
  const { groups, cursor, limit } = query;
  const conditions = [...conditionsOf(projectId, query, EXPERIMENT_ITEM_COLUMNS), IS_ITEM];
  if (cursor) {
    const { time, traceId, id, experimentId } = cursor;
    conditions.push(
      sql`(e.startTime, e.traceId, e.id, assumeNotNull(e.experimentId)) < (${time}, ${traceId}, ${id}, ${experimentId})`,
    );
  }
  const order = sql`e.startTime DESC, e.traceId DESC, e.id DESC, e.experimentId DESC`;
  // The keys of the page are chosen first: whole rows are long.
  const from = sql`observations AS e FINAL
    WHERE e.projectId = ${projectId} AND (e.day, e.traceId, e.id) IN (SELECT e.day, e.traceId, e.id
      FROM observations AS e FINAL WHERE ${joinSql(conditions, " AND ")} ORDER BY ${order} LIMIT ${integerSql(limit + 1)})`;
  return { columns: groups.has("io") ? [...OF_ITEM, "input", "output"] : OF_ITEM, table: "e", from, order };
}

/** Reads the scores of items: those of their traces as a whole, and those of their root spans. */
async function scoresOfItems(
  database: ClickHouseDatabase,
  projectId: string,
  items: readonly ItemRow[],
  limit: number,
): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  const traces = [...new Set(items.map(({ traceId }) => traceId))];
  if (traces.length === 0) return found;
  const spans = [...new Set(items.map(({ spanId }) => spanId))];
  const isAbout = sql`s.projectId = ${projectId} AND s.traceId IN ${arraySql(traces)}
    AND (s.observationId IS NULL OR s.observationId IN ${arraySql(spans)})`;
  const byTrace = await embeddedScores(database, isAbout, "traceId");
  for (const item of items) {
    const own = (byTrace.get(item.traceId) ?? []).filter(
      ({ observationId }) => observationId === null || observationId === item.spanId,
    );
    found.set(
      itemKey(item),
      own.slice(0, limit).map(({ score }) => score),
    );
  }
  return found;
}

function itemKey({ traceId, spanId }: Pick<ItemRow, "traceId" | "spanId">): string {
  return `${traceId} ${spanId}`;
}
