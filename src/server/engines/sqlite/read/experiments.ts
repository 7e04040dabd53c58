import type { RecordReader } from "../../../storage/records.ts";
import { type Sql, joinSql, sql } from "../../../storage/sql.ts";
import { type ExperimentRow, experimentFields } from "../../../query/experiment-fields.ts";
import {
  EXPERIMENTS,
  type ExperimentColumn,
  type ExperimentPage,
  type ExperimentQuery,
  experimentCursorAfter,
} from "../../../query/experiment-query.ts";
import { IS_ITEM, experimentConditions } from "./experiment-conditions.ts";
import type { SqlColumns } from "../../sql/filter-condition.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";
import { embeddedScores } from "./scores.ts";

const COLUMNS: SqlColumns<ExperimentColumn> = {
  kinds: EXPERIMENTS.columns,
  sql: {
    id: sql`e.experimentId`,
    name: sql`e.experimentName`,
    datasetId: sql`e.experimentDatasetId`,
  },
};

/** Lists experiments, the most recent first. An experiment is all spans with the same experiment id in the time window. */
export function listExperiments(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentColumn>,
): ExperimentPage {
  const { groups, limit, scoreLimit } = query;
  const rows = records.all(experimentsSql(searches, projectId, query));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const ofExperiment = ({ id }: ExperimentRow): unknown =>
    embeddedScores(records, projectId, sql`datasetRunId = ${id}`, scoreLimit);
  return {
    data: shown.map((row) => experimentFields(row, groups, ofExperiment)),
    meta:
      last && rows.length > limit
        ? { cursor: experimentCursorAfter({ time: last.latest, traceId: "", id: "", experimentId: last.id }) }
        : {},
  };
}

function experimentsSql(
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentColumn>,
): Sql<ExperimentRow> {
  const { cursor, limit } = query;
  const behind = cursor ? sql`HAVING (latest, id) < (${cursor.time}, ${cursor.experimentId})` : sql``;
  const conditions = experimentConditions(projectId, query, COLUMNS, searches);
  return sql`SELECT e.experimentId AS id, max(e.experimentName) AS name, max(e.experimentDescription) AS description,
      max(e.experimentDatasetId) AS datasetId, max(e.experimentMetadata) AS metadata, min(e.startTime) AS startTime,
      max(e.endTime) AS endTime, max(e.startTime) AS latest,
      count(DISTINCT CASE WHEN ${IS_ITEM} THEN e.traceId || e.spanId END) AS itemCount
    FROM observation_experiments e WHERE ${joinSql(conditions, " AND ")}
    GROUP BY e.experimentId ${behind} ORDER BY latest DESC, id DESC LIMIT ${limit + 1}`;
}
