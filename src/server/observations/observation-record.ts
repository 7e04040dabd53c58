import type { ObservationLevel } from "./observation-level.ts";
import type { ObservationType } from "./observation-type.ts";

/** SQLite has no boolean. */
export type Flag = 0 | 1;

/** One observation as it is stored. Times are milliseconds since 1970; fields said to be JSON are JSON text. */
export interface ObservationRecord {
  projectId: string;
  traceId: string;
  id: string;
  parentObservationId: string | null;
  type: ObservationType;
  name: string;
  startTime: number;
  endTime: number;
  environment: string;
  level: ObservationLevel;
  statusMessage: string | null;
  version: string | null;
  release: string | null;
  userId: string | null;
  sessionId: string | null;
  traceName: string | null;
  /** JSON list of text. */
  tags: string;
  public: Flag;
  bookmarked: Flag;
  /** The root as the application sees it: it has no parent, or is marked as root below a parent of another library. */
  isRoot: Flag;
  completionStartTime: number | null;
  input: string | null;
  output: string | null;
  /** JSON object from dotted path to value. */
  metadata: string;
  /** The model as the provider names it. */
  model: string | null;
  /** The entry of the price list that the model matched. */
  modelId: string | null;
  /** JSON object, or null. */
  modelParameters: string | null;
  /** JSON object from kind to amount. */
  usageDetails: string;
  /** Sum of the kinds that begin with `input`; null without any. */
  inputTokens: number | null;
  outputTokens: number | null;
  totalTokens: number | null;
  /** JSON object from kind to cost. */
  costDetails: string;
  inputCost: number | null;
  outputCost: number | null;
  totalCost: number | null;
  /** Name of the tier whose prices were used; null where the sender stated the cost. */
  pricingTier: string | null;
  promptName: string | null;
  promptVersion: number | null;
  /** Not stored: the version of the prompt that these two name, where it was read. */
  promptId?: string | null;
  /** JSON list of the names of the tools that the model was offered. */
  toolDefinitions: string;
  /** JSON list of the names of the tools that the model called, once for every call. */
  toolCalls: string;
  /** Public key under which it arrived. */
  publicKey: string | null;
  sdkName: string | null;
  sdkVersion: string | null;
  hasInput: Flag;
  hasOutput: Flag;
  createdAt: number;
  updatedAt: number;
  /** Only on spans of an experiment. */
  experiment: ExperimentRecord | null;
}

/** What a span says about the experiment it belongs to. Fields said to be JSON are JSON text. */
export interface ExperimentRecord {
  projectId: string;
  traceId: string;
  spanId: string;
  startTime: number;
  endTime: number;
  experimentId: string;
  experimentName: string | null;
  experimentDescription: string | null;
  experimentDatasetId: string | null;
  /** JSON object from dotted path to value. */
  experimentMetadata: string | null;
  experimentItemId: string | null;
  /** Milliseconds since 1970: when the version of the dataset item began. */
  experimentItemVersion: number | null;
  /** JSON object from dotted path to value. */
  experimentItemMetadata: string | null;
  experimentItemExpectedOutput: string | null;
  /** Id of the span that stands for the whole item. */
  experimentItemRootId: string | null;
}
