/**
 * Kind of value that a filter column holds, which decides the kinds of conditions it takes. `content` is text that can be large
 * and is searched by words.
 */
export type ColumnKind =
  | "text"
  | "number"
  | "time"
  | "boolean"
  | "list"
  | "metadata"
  | "content"
  | "numbersByKey"
  | "categoriesByKey"
  | "booleansByKey";

/** Column for filters: SQL over the row `o` of `observations`. */
export interface FilterColumn {
  kind: ColumnKind;
  sql: string;
  /** True when few observations share a value: SQLite then finds these first and sorts them afterwards. */
  isSelective?: boolean;
  /** True when the column is never null. */
  isRequired?: boolean;
}

const text = (sql: string): FilterColumn => ({ kind: "text", sql });
const required = (sql: string): FilterColumn => ({ kind: "text", sql, isRequired: true });
const number = (sql: string): FilterColumn => ({ kind: "number", sql });
const flag = (sql: string): FilterColumn => ({ kind: "boolean", sql });
const list = (sql: string): FilterColumn => ({ kind: "list", sql });

const experiment = (column: string): FilterColumn =>
  text(`(SELECT ${column} FROM observation_experiments e WHERE e.seq = o.seq)`);

const SECONDS = "((o.endTime - o.startTime) / 1000.0)";
const OF_OBSERVATION = "s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId = o.id";
const OF_TRACE = "s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId IS NULL";
const COMMENTS = "FROM comments WHERE projectId = o.projectId AND objectType = 'OBSERVATION' AND objectId = o.id";

/** SQL for the name of the trace: the stored trace name, else the name of the root. */
export const TRACE_NAME = "coalesce(o.traceName, CASE o.isRoot WHEN 1 THEN o.name END)";

/** Columns by which observations can be filtered. */
export const OBSERVATION_FILTER_COLUMNS: Readonly<Record<string, FilterColumn>> = {
  id: required("o.id"),
  type: required("o.type"),
  name: required("o.name"),
  traceId: { ...required("o.traceId"), isSelective: true },
  startTime: { kind: "time", sql: "o.startTime" },
  endTime: { kind: "time", sql: "o.endTime" },
  environment: required("o.environment"),
  traceEnvironment: required("o.environment"),
  level: required("o.level"),
  statusMessage: text("o.statusMessage"),
  version: text("o.version"),
  release: text("o.release"),
  traceRelease: text("o.release"),
  traceVersion: text("o.version"),
  userId: text("o.userId"),
  sessionId: { ...text("o.sessionId"), isSelective: true },
  isRootObservation: flag("o.isRoot"),
  hasParentObservation: flag("(o.parentObservationId IS NOT NULL)"),
  parentObservationId: text("o.parentObservationId"),
  traceName: text(TRACE_NAME),
  traceTags: list("o.tags"),
  tags: list("o.tags"),
  latency: number(SECONDS),
  timeToFirstToken: number("((o.completionStartTime - o.startTime) / 1000.0)"),
  tokensPerSecond: number(`(o.totalTokens / nullif(${SECONDS}, 0))`),
  inputTokens: number("o.inputTokens"),
  outputTokens: number("o.outputTokens"),
  totalTokens: number("o.totalTokens"),
  tokens: number("o.totalTokens"),
  inputCost: number("o.inputCost"),
  outputCost: number("o.outputCost"),
  totalCost: number("o.totalCost"),
  model: text("o.model"),
  providedModelName: text("o.model"),
  modelId: text("o.modelId"),
  promptName: text("o.promptName"),
  promptVersion: number("o.promptVersion"),
  input: { kind: "content", sql: "(SELECT input FROM observation_content c WHERE c.seq = o.seq)" },
  output: { kind: "content", sql: "(SELECT output FROM observation_content c WHERE c.seq = o.seq)" },
  hasInput: flag("o.hasInput"),
  hasOutput: flag("o.hasOutput"),
  metadata: { kind: "metadata", sql: "o.metadata" },
  experimentDatasetId: experiment("experimentDatasetId"),
  experimentId: experiment("experimentId"),
  experimentName: experiment("experimentName"),
  isExperimentItemRootSpan: flag(
    "EXISTS (SELECT 1 FROM observation_experiments e WHERE e.seq = o.seq AND e.experimentItemRootId = e.spanId)",
  ),
  toolDefinitions: number("json_array_length(o.toolDefinitions)"),
  toolCalls: number("json_array_length(o.toolCalls)"),
  toolNames: list("o.toolDefinitions"),
  calledToolNames: list("o.toolCalls"),
  ingestionApiKey: text("o.publicKey"),
  ingestionSdkName: text("o.sdkName"),
  ingestionSdkVersion: text("o.sdkVersion"),
  ingestionSource: required("'otel'"),
  // Evaluators do not run on this service, so no observation comes from one.
  evaluatorId: text("NULL"),
  ruleId: text("NULL"),
  scores: { kind: "numbersByKey", sql: OF_OBSERVATION },
  scores_avg: { kind: "numbersByKey", sql: OF_OBSERVATION },
  score_categories: { kind: "categoriesByKey", sql: OF_OBSERVATION },
  score_booleans: { kind: "booleansByKey", sql: OF_OBSERVATION },
  trace_scores_avg: { kind: "numbersByKey", sql: OF_TRACE },
  trace_score_categories: { kind: "categoriesByKey", sql: OF_TRACE },
  trace_score_booleans: { kind: "booleansByKey", sql: OF_TRACE },
  commentCount: number(`(SELECT count(*) ${COMMENTS})`),
  commentContent: text(`(SELECT group_concat(content, char(10)) ${COMMENTS})`),
};
