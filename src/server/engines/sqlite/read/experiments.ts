import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, joinSql, sql } from "../../../storage/sql.ts";
import { type ExperimentRow, experimentFields } from "../../../query/experiment-fields.ts";
import type { ExperimentColumn, ExperimentPage, ExperimentQuery } from "../../../query/experiment-query.ts";
import { EXPERIMENT_COLUMNS, cursorAfterExperiment } from "../../sql/experiment-columns.ts";
import { pageOf } from "../../sql/page.ts";
import { IS_ITEM, experimentConditions } from "./experiment-conditions.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";
import { embeddedScores } from "./scores.ts";

/** Lists experiments, the most recent first. An experiment is all spans with the same experiment id in the time window. */
export function listExperiments(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentColumn>,
): ExperimentPage {
  const { groups, limit, scoreLimit } = query;
  const rows = records.all(experimentsSql(searches, projectId, query));
  const { shown, meta } = pageOf({ rows, isWhole: true }, limit, cursorAfterExperiment);
  const ofExperiment = ({ id }: ExperimentRow): unknown =>
    embeddedScores(records, projectId, sql`datasetRunId = ${id}`, scoreLimit);
  return { data: shown.map((row) => experimentFields(row, groups, ofExperiment)), meta };
}

function experimentsSql(
  searches: FilterSearches,
  projectId: string,
  query: ExperimentQuery<ExperimentColumn>,
): Sql<ExperimentRow> {
  const { cursor, limit } = query;
  const behind = cursor ? sql`HAVING (latest, id) < (${cursor.time}, ${cursor.experimentId})` : sql``;
  const conditions = experimentConditions(projectId, query, EXPERIMENT_COLUMNS, searches);
  return sql`SELECT e.experimentId AS id, max(e.experimentName) AS name, max(e.experimentDescription) AS description,
      max(e.experimentDatasetId) AS datasetId, max(e.experimentMetadata) AS metadata, min(e.startTime) AS startTime,
      max(e.endTime) AS endTime, max(e.startTime) AS latest,
      count(DISTINCT CASE WHEN ${IS_ITEM} THEN e.traceId || e.spanId END) AS itemCount
    FROM observation_experiments e WHERE ${joinSql(conditions, " AND ")}
    GROUP BY e.experimentId ${behind} ORDER BY latest DESC, id DESC LIMIT ${limit + 1}`;
}
