import type { ExperimentRecord, ObservationRecord } from "./observation-record.ts";

/** Stored field of an observation, apart from its content and its experiment. */
export type ObservationColumn = Exclude<keyof ObservationRecord, "input" | "output" | "experiment" | "promptId">;

/** Columns of `observations` in the order in which they are written, without the arrival number. */
export const OBSERVATION_COLUMNS: readonly ObservationColumn[] = Object.keys({
  projectId: 1,
  traceId: 1,
  id: 1,
  parentObservationId: 1,
  type: 1,
  name: 1,
  startTime: 1,
  endTime: 1,
  environment: 1,
  level: 1,
  statusMessage: 1,
  version: 1,
  release: 1,
  userId: 1,
  sessionId: 1,
  traceName: 1,
  tags: 1,
  public: 1,
  bookmarked: 1,
  isRoot: 1,
  completionStartTime: 1,
  model: 1,
  modelId: 1,
  modelParameters: 1,
  usageDetails: 1,
  inputTokens: 1,
  outputTokens: 1,
  totalTokens: 1,
  costDetails: 1,
  inputCost: 1,
  outputCost: 1,
  totalCost: 1,
  pricingTier: 1,
  promptName: 1,
  promptVersion: 1,
  toolDefinitions: 1,
  toolCalls: 1,
  publicKey: 1,
  sdkName: 1,
  sdkVersion: 1,
  hasInput: 1,
  hasOutput: 1,
  createdAt: 1,
  updatedAt: 1,
  metadata: 1,
} satisfies Record<ObservationColumn, 1>) as ObservationColumn[];

/** Columns of `observation_experiments`, without the arrival number. */
export const EXPERIMENT_COLUMNS: ReadonlyArray<keyof ExperimentRecord> = Object.keys({
  projectId: 1,
  traceId: 1,
  spanId: 1,
  startTime: 1,
  endTime: 1,
  experimentId: 1,
  experimentName: 1,
  experimentDescription: 1,
  experimentDatasetId: 1,
  experimentMetadata: 1,
  experimentItemId: 1,
  experimentItemVersion: 1,
  experimentItemMetadata: 1,
  experimentItemExpectedOutput: 1,
  experimentItemRootId: 1,
} satisfies Record<keyof ExperimentRecord, 1>) as Array<keyof ExperimentRecord>;

/** Key of an observation. A span id is unique within its trace only. */
const KEY: readonly ObservationColumn[] = ["projectId", "traceId", "id"];

/** Columns that stay when a span arrives again. */
const KEPT: ReadonlySet<ObservationColumn> = new Set([...KEY, "createdAt"]);

const places = (count: number): string => Array.from({ length: count }, () => "?").join(", ");

/** Statement that stores one observation and returns its number. The same span again replaces it and keeps the number. */
export const UPSERT_OBSERVATION: string = `
INSERT INTO observations (${OBSERVATION_COLUMNS.join(", ")}) VALUES (${places(OBSERVATION_COLUMNS.length)})
ON CONFLICT (${KEY.join(", ")}) DO UPDATE SET
  ${OBSERVATION_COLUMNS.filter((column) => !KEPT.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(", ")}
RETURNING seq`;

/** Statement that stores the experiment fields of the observation with that number. */
export const PUT_EXPERIMENT: string = `
INSERT OR REPLACE INTO observation_experiments (seq, ${EXPERIMENT_COLUMNS.join(", ")})
VALUES (${places(EXPERIMENT_COLUMNS.length + 1)})`;
