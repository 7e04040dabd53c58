import { type ChSql, ch } from "../../database/clickhouse-sql.ts";
import {
  OBSERVATION_FILTER_COLUMNS,
  type ObservationFilterColumn,
} from "../../../../query/observation-filter-columns.ts";
import { elapsedCh } from "../elapsed-ch.ts";
import type { ChColumns } from "./filter-conditions.ts";

const SECONDS = ch`(${elapsedCh(ch`o.startTime`, ch`o.endTime`)} / 1000)`;
const NOTHING = ch`CAST(NULL AS Nullable(String))`;

/** SQL for the name of the trace: the stored trace name, else the name of the root. */
export const TRACE_NAME: ChSql = ch`coalesce(o.traceName, if(o.isRoot = 1, o.name, NULL))`;

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
export function observationColumns(comments: CommentsByObservation): ChColumns<ObservationFilterColumn> {
  return { kinds: OBSERVATION_FILTER_COLUMNS, sql: { ...COLUMNS, ...commentColumns(comments) } };
}

function commentColumns({
  ids,
  counts,
  contents,
}: CommentsByObservation): Record<"commentCount" | "commentContent", ChSql> {
  if (ids.length === 0) return { commentCount: ch`0`, commentContent: NOTHING };
  const place = ch`indexOf(${ids}, o.id)`;
  return {
    commentCount: ch`if(${place} = 0, 0, ${counts}[${place}])`,
    commentContent: ch`if(${place} = 0, NULL, ${contents}[${place}])`,
  };
}

/** SQL over the row `o` of `observations`. */
const COLUMNS: ChColumns<Exclude<ObservationFilterColumn, "commentCount" | "commentContent">>["sql"] = {
  id: ch`o.id`,
  type: ch`o.type`,
  name: ch`o.name`,
  traceId: ch`o.traceId`,
  startTime: ch`o.startTime`,
  endTime: ch`o.endTime`,
  environment: ch`o.environment`,
  traceEnvironment: ch`o.environment`,
  level: ch`o.level`,
  statusMessage: ch`o.statusMessage`,
  version: ch`o.version`,
  release: ch`o.release`,
  traceRelease: ch`o.release`,
  traceVersion: ch`o.version`,
  userId: ch`o.userId`,
  sessionId: ch`o.sessionId`,
  isRootObservation: ch`o.isRoot`,
  hasParentObservation: ch`(o.parentObservationId IS NOT NULL)`,
  parentObservationId: ch`o.parentObservationId`,
  traceName: TRACE_NAME,
  traceTags: ch`o.tags`,
  tags: ch`o.tags`,
  latency: SECONDS,
  timeToFirstToken: ch`(${elapsedCh(ch`o.startTime`, ch`o.completionStartTime`)} / 1000)`,
  tokensPerSecond: ch`(o.totalTokens / nullIf(${SECONDS}, 0))`,
  inputTokens: ch`o.inputTokens`,
  outputTokens: ch`o.outputTokens`,
  totalTokens: ch`o.totalTokens`,
  tokens: ch`o.totalTokens`,
  inputCost: ch`o.inputCost`,
  outputCost: ch`o.outputCost`,
  totalCost: ch`o.totalCost`,
  model: ch`o.model`,
  providedModelName: ch`o.model`,
  modelId: ch`o.modelId`,
  promptName: ch`o.promptName`,
  promptVersion: ch`o.promptVersion`,
  input: ch`o.input`,
  output: ch`o.output`,
  content: ch`if(o.hasInput = 0 AND o.hasOutput = 0, NULL, concat(ifNull(o.input, ''), '\n', ifNull(o.output, '')))`,
  hasInput: ch`o.hasInput`,
  hasOutput: ch`o.hasOutput`,
  metadata: ch`o.metadata`,
  experimentDatasetId: ch`o.experimentDatasetId`,
  experimentId: ch`o.experimentId`,
  experimentName: ch`o.experimentName`,
  isExperimentJudging: ch`(o.experimentId IS NOT NULL AND ifNull(o.experimentItemId, '') = '')`,
  isExperimentItemRootSpan: ch`ifNull(o.experimentItemRootId = o.id, 0)`,
  toolDefinitions: ch`length(o.toolDefinitions)`,
  toolCalls: ch`length(o.toolCalls)`,
  toolNames: ch`o.toolDefinitions`,
  calledToolNames: ch`o.toolCalls`,
  ingestionApiKey: ch`o.publicKey`,
  ingestionSdkName: ch`o.sdkName`,
  ingestionSdkVersion: ch`o.sdkVersion`,
  ingestionSource: ch`'otel'`,
  // Evaluators do not run on this service, so no observation comes from one.
  evaluatorId: NOTHING,
  ruleId: NOTHING,
  scores: "observation",
  scores_avg: "observation",
  score_categories: "observation",
  score_booleans: "observation",
  trace_scores_avg: "trace",
  trace_score_categories: "trace",
  trace_score_booleans: "trace",
};
