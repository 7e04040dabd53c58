import { arraySql, sql } from "../../../../storage/sql.ts";
import type { ObservationFilterColumn } from "../../../../query/observation-filter-columns.ts";
import type { SqlColumns } from "../../../sql/filter-condition.ts";
import { observationColumns } from "../../../sql/observation-columns.ts";
import { CLICKHOUSE } from "../clickhouse-dialect.ts";

/** Comments of the observations of a project, which another storage keeps. */
export interface CommentsByObservation {
  ids: readonly string[];
  counts: readonly number[];
  /** Contents of all comments on an observation, one a line. */
  contents: readonly string[];
}

/** Comments for a query that does not ask for any. */
export const NO_COMMENTS: CommentsByObservation = { ids: [], counts: [], contents: [] };

/** Returns the columns by which observations `o` can be filtered, as ClickHouse reads them. */
export function commentedColumns({
  ids,
  counts,
  contents,
}: CommentsByObservation): SqlColumns<ObservationFilterColumn> {
  const place = sql`indexOf(${arraySql(ids)}, o.id)`;
  const hasNone = ids.length === 0;
  return observationColumns(CLICKHOUSE, {
    input: sql`o.input`,
    output: sql`o.output`,
    content: sql`if(o.hasInput = 0 AND o.hasOutput = 0, NULL, concat(ifNull(o.input, ''), '\n', ifNull(o.output, '')))`,
    isExperimentJudging: sql`(o.experimentId IS NOT NULL AND ifNull(o.experimentItemId, '') = '')`,
    isExperimentItemRootSpan: sql`ifNull(o.experimentItemRootId = o.id, 0)`,
    commentCount: hasNone ? sql`0` : sql`if(${place} = 0, 0, ${arraySql(counts)}[${place}])`,
    commentContent: hasNone ? CLICKHOUSE.noText : sql`if(${place} = 0, NULL, ${arraySql(contents)}[${place}])`,
  });
}
