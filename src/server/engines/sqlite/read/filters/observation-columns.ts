import { sql } from "../../../../storage/sql.ts";
import type { ObservationFilterColumn } from "../../../../query/observation-filter-columns.ts";
import { observationColumns } from "../../../sql/observation-columns.ts";
import { IS_OF_ITEM } from "../experiment-conditions.ts";
import { SQLITE } from "../sqlite-dialect.ts";
import type { SearchedColumns } from "./filter-conditions.ts";

const COMMENTS = sql`FROM comments WHERE projectId = o.projectId AND objectType = 'OBSERVATION' AND objectId = o.id`;

/** Columns by which observations can be filtered, as SQLite reads them. */
export const OBSERVATION_SQL_COLUMNS: SearchedColumns<ObservationFilterColumn> = {
  ...observationColumns(SQLITE, {
    input: sql`(SELECT input FROM observation_content c WHERE c.seq = o.seq)`,
    output: sql`(SELECT output FROM observation_content c WHERE c.seq = o.seq)`,
    content: sql`(SELECT coalesce(input, '') || char(10) || coalesce(output, '') FROM observation_content c WHERE c.seq = o.seq)`,
    isExperimentJudging: sql`EXISTS (
      SELECT 1 FROM observation_experiments e WHERE e.seq = o.seq AND NOT ${IS_OF_ITEM})`,
    isExperimentItemRootSpan: sql`EXISTS (
      SELECT 1 FROM observation_experiments e WHERE e.seq = o.seq AND e.experimentItemRootId = e.spanId)`,
    commentCount: sql`(SELECT count(*) ${COMMENTS})`,
    commentContent: sql`(SELECT group_concat(content, char(10)) ${COMMENTS})`,
  }),
  selective: new Set(["traceId", "sessionId"]),
  indexed: new Set(["metadata", "tags", "traceTags"]),
};
