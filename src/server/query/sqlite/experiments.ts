import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { isoTime } from "../../http/iso-time.ts";
import { parseJson } from "../../http/json.ts";
import type { ExperimentRecord, ObservationRecord } from "../../observations/observation-record.ts";
import type { Condition } from "../../storage/sql-condition.ts";
import { embeddedScore } from "../../stores/scores.ts";
import {
  EXPERIMENTS,
  EXPERIMENT_ITEMS,
  type ExperimentList,
  type ExperimentPage,
  type ExperimentQuery,
  experimentCursorAfter,
} from "../experiment-query.ts";
import { filterSql } from "./filter-sql.ts";
import type { TextSearch } from "./text-search.ts";

/** Condition for a span that stands for a whole item: the root span of the item. */
const IS_ITEM = "e.experimentItemId <> '' AND e.spanId = e.experimentItemRootId";

interface ExperimentRow {
  id: string;
  name: string | null;
  description: string | null;
  datasetId: string | null;
  metadata: string | null;
  startTime: number;
  endTime: number;
  latest: number;
  itemCount: number;
}

/** Lists experiments, the most recent first. An experiment is all spans with the same experiment id in the time window. */
export function listExperiments(
  database: DatabaseSync,
  search: TextSearch,
  projectId: string,
  query: ExperimentQuery,
): ExperimentPage {
  const { groups, cursor, limit, scoreLimit } = query;
  const { where, values } = conditions(query, EXPERIMENTS, search);
  const behind = cursor ? "HAVING (latest, id) < (?, ?)" : "";
  const rows = database
    .prepare(
      `SELECT e.experimentId AS id, max(e.experimentName) AS name, max(e.experimentDescription) AS description,
        max(e.experimentDatasetId) AS datasetId, max(e.experimentMetadata) AS metadata, min(e.startTime) AS startTime,
        max(e.endTime) AS endTime, max(e.startTime) AS latest,
        count(DISTINCT CASE WHEN ${IS_ITEM} THEN e.traceId || e.spanId END) AS itemCount
      FROM observation_experiments e WHERE e.projectId = ? AND ${where}
      GROUP BY e.experimentId ${behind} ORDER BY latest DESC, id DESC LIMIT ?`,
    )
    .all(projectId, ...values, ...(cursor ? [cursor.time, cursor.experimentId] : []), limit + 1);
  const shown = rows.slice(0, limit) as unknown as ExperimentRow[];
  const last = shown.at(-1);
  const ofExperiment = ({ id }: ExperimentRow): unknown =>
    scoresOf(database, projectId, "datasetRunId = ?", [id], scoreLimit);
  return {
    data: shown.map((row) => experimentFields(row, groups, ofExperiment)),
    meta:
      last && rows.length > limit
        ? { cursor: experimentCursorAfter({ time: last.latest, traceId: "", id: "", experimentId: last.id }) }
        : {},
  };
}

function experimentFields(
  row: ExperimentRow,
  groups: ReadonlySet<string>,
  scores: (row: ExperimentRow) => unknown,
): Record<string, unknown> {
  const { id, description, itemCount, datasetId, startTime, endTime } = row;
  return {
    id,
    name: row.name ?? id,
    description,
    startTime: isoTime(startTime),
    endTime: isoTime(Math.max(endTime, startTime)),
    itemCount,
    datasetId,
    ...(groups.has("metadata") && { metadata: objectOrNull(row.metadata) }),
    ...(groups.has("scores") && { scores: scores(row) }),
  };
}

type ItemRow = ExperimentRecord & Pick<ObservationRecord, "level" | "environment" | "metadata" | "input" | "output">;

/** Lists items of experiments, the latest first: one row for the root span of each item. */
export function listExperimentItems(
  database: DatabaseSync,
  search: TextSearch,
  projectId: string,
  query: ExperimentQuery,
): ExperimentPage {
  const { groups, cursor, limit, scoreLimit } = query;
  const { where, values } = conditions(query, EXPERIMENT_ITEMS, search);
  const behind = cursor ? "AND (e.startTime, e.traceId, e.spanId, e.experimentId) < (?, ?, ?, ?)" : "";
  const content = groups.has("io");
  const rows = database
    .prepare(
      `SELECT e.*, o.level, o.environment, o.metadata${content ? ", c.input, c.output" : ""}
      FROM observation_experiments e JOIN observations o ON o.seq = e.seq
        ${content ? "LEFT JOIN observation_content c ON c.seq = e.seq" : ""}
      WHERE e.projectId = ? AND ${where} AND ${IS_ITEM} ${behind}
      ORDER BY e.startTime DESC, e.traceId DESC, e.spanId DESC, e.experimentId DESC LIMIT ?`,
    )
    .all(
      projectId,
      ...values,
      ...(cursor ? [cursor.time, cursor.traceId, cursor.id, cursor.experimentId] : []),
      limit + 1,
    );
  const shown = rows.slice(0, limit) as unknown as ItemRow[];
  const last = shown.at(-1);
  const ofItem = (item: ItemRow): unknown =>
    scoresOf(
      database,
      projectId,
      "traceId = ? AND (observationId IS NULL OR observationId = ?)",
      [item.traceId, item.spanId],
      scoreLimit,
    );
  return {
    data: shown.map((row) => itemFields(row, groups, ofItem)),
    meta: last && rows.length > limit ? { cursor: experimentCursorAfter(placeOf(last)) } : {},
  };
}

function placeOf({ startTime, traceId, spanId, experimentId }: ItemRow): Parameters<typeof experimentCursorAfter>[0] {
  return { time: startTime, traceId, id: spanId, experimentId };
}

function itemFields(
  row: ItemRow,
  groups: ReadonlySet<string>,
  scores: (row: ItemRow) => unknown,
): Record<string, unknown> {
  const version = row.experimentItemVersion;
  return {
    id: row.spanId,
    traceId: row.traceId,
    startTime: isoTime(row.startTime),
    endTime: isoTime(row.endTime),
    level: row.level,
    environment: row.environment,
    experimentId: row.experimentId,
    experimentName: row.experimentName ?? row.experimentId,
    experimentItemId: row.experimentItemId,
    ...(groups.has("dataset") && {
      experimentDatasetId: row.experimentDatasetId,
      experimentItemVersion: version === null ? null : isoTime(version),
    }),
    ...(groups.has("io") && {
      input: row.input,
      output: row.output,
      expectedOutput: row.experimentItemExpectedOutput,
    }),
    ...(groups.has("metadata") && { metadata: objectOrNull(row.metadata) }),
    ...(groups.has("itemMetadata") && { experimentItemMetadata: objectOrNull(row.experimentItemMetadata) }),
    ...(groups.has("experimentMetadata") && {
      experimentMetadata: objectOrNull(row.experimentMetadata),
      experimentDescription: row.experimentDescription,
    }),
    ...(groups.has("scores") && { scores: scores(row) }),
  };
}

function conditions(
  { filters, from, to }: ExperimentQuery,
  { columns }: ExperimentList,
  search: TextSearch,
): { where: string; values: SQLInputValue[] } {
  const window: Condition[] = [
    { sql: "e.startTime >= ?", values: [from] },
    ...(to === null ? [] : [{ sql: "e.startTime < ?", values: [to] }]),
  ];
  const all = [...window, ...filters.map((filter) => conditionOf(filter, columns, search))];
  return { where: all.map(({ sql }) => sql).join(" AND "), values: all.flatMap(({ values }) => values) };
}

function conditionOf(
  filter: ExperimentQuery["filters"][number],
  columns: ExperimentList["columns"],
  search: TextSearch,
): Condition {
  const column = columns[filter.column];
  if (column === undefined) throw new Error(`no column ${filter.column}`);
  return filterSql(filter, column, search);
}

function scoresOf(
  database: DatabaseSync,
  projectId: string,
  where: string,
  values: string[],
  limit: number,
): Array<Record<string, unknown>> {
  return database
    .prepare(`SELECT * FROM scores WHERE projectId = ? AND ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`)
    .all(projectId, ...values, limit)
    .map(embeddedScore);
}

function objectOrNull(json: string | null): unknown {
  return json === null ? null : parseJson(json);
}
