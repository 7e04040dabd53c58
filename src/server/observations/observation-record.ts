import type { ObservationLevel } from "./observation-level.ts";
import type { ObservationType } from "./observation-type.ts";

/** Boolean as stored: 1 for true, 0 for false. */
export type Flag = 0 | 1;

/** Observation as stored. Times are in milliseconds since 1970. Fields described as JSON hold JSON text. */
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
  /**
   * 1 for the root as the application sees it: a span without a parent, or marked as root below a parent of another library.
   */
  isRoot: Flag;
  completionStartTime: number | null;
  input: string | null;
  output: string | null;
  /** JSON object from dotted path to value. */
  metadata: string;
  /** Model name as the provider gives it. */
  model: string | null;
  /** Id of the price list entry that matches the model. */
  modelId: string | null;
  /** JSON object, or null. */
  modelParameters: string | null;
  /** JSON object from kind to amount. */
  usageDetails: string;
  /** Sum of the usage kinds that begin with `input`; null without any. */
  inputTokens: number | null;
  outputTokens: number | null;
  totalTokens: number | null;
  /** JSON object from kind to cost. */
  costDetails: string;
  inputCost: number | null;
  outputCost: number | null;
  totalCost: number | null;
  /** Name of the tier whose prices were used; null when the sender stated the cost. */
  pricingTier: string | null;
  promptName: string | null;
  promptVersion: number | null;
  /** Id of the prompt version that these two fields name. Not stored; set by reads that ask for it. */
  promptId?: string | null;
  /** JSON list of the names of the tools that were offered to the model. */
  toolDefinitions: string;
  /** JSON list of the names of the tools that the model called, once for every call. */
  toolCalls: string;
  /** Public key that the observation arrived with. */
  publicKey: string | null;
  sdkName: string | null;
  sdkVersion: string | null;
  /** 1 while the span has not said when it ended: its end here is its start. */
  isOpen: Flag;
  hasInput: Flag;
  hasOutput: Flag;
  createdAt: number;
  updatedAt: number;
  /** Experiment of the span; null outside experiments. */
  experiment: ExperimentRecord | null;
}

/** Parts of an observation that a read leaves out unless it asks for them. */
type ObservationPart = "input" | "output" | "metadata" | "promptId";

/** Observation as a read returns it. Parts that were not asked for are missing. */
export type ObservationRow = Omit<ObservationRecord, "experiment" | ObservationPart> &
  Partial<Pick<ObservationRecord, ObservationPart>>;

/** Experiment fields of a span. Fields described as JSON hold JSON text. */
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
  /** Time at which the version of the dataset item began, in milliseconds since 1970. */
  experimentItemVersion: number | null;
  /** JSON object from dotted path to value. */
  experimentItemMetadata: string | null;
  experimentItemExpectedOutput: string | null;
  /** Id of the root span of the item, which stands for the whole item. */
  experimentItemRootId: string | null;
}
