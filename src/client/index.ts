export {
  createEvaluatorFromAutoevals,
  type AutoevalsScore,
  type AutoevalsScorer,
} from "./experiment/evaluation/autoevals.ts";
export type {
  BatchedEvaluationFailure,
  BatchedEvaluationParams,
  BatchedEvaluationResult,
  EvaluatorInputs,
} from "./experiment/evaluation/batched-evaluation.ts";
export { SvcClient, type DeliveryReport, type SvcClientParams } from "./client.ts";
export {
  DatasetManager,
  type FetchedDataset,
  type GetDatasetOptions,
  type RunExperimentOnDataset,
} from "./dataset/dataset-manager.ts";
export { ExperimentManager } from "./experiment/experiment-manager.ts";
export type {
  Evaluation,
  Evaluator,
  EvaluatorParams,
  ExperimentItem,
  ExperimentItemFailure,
  ExperimentItemResult,
  ExperimentParams,
  ExperimentResult,
  ExperimentTask,
  ExperimentTaskParams,
  FormatOptions,
  RunEvaluator,
  RunEvaluatorParams,
} from "./experiment/experiment-types.ts";
export { MediaManager, type MediaReport, type SvcMediaResolveMediaReferencesParams } from "./media/media-manager.ts";
export {
  ChatPromptClient,
  TextPromptClient,
  type CompiledChatMessage,
  type LangchainChatMessage,
  type LangchainMessage,
  type PromptPlaceholders,
  type PromptVariables,
} from "./prompt/prompt-client.ts";
export {
  PromptManager,
  type CreateChatPromptBodyWithPlaceholders,
  type GetPromptOptions,
} from "./prompt/prompt-manager.ts";
export {
  ChatMessageType,
  type ChatMessage,
  type ChatMessageOrPlaceholder,
  type LangchainMessagesPlaceholder,
} from "./prompt/prompt-record.ts";
export {
  RegressionError,
  type RegressionErrorMessageOptions,
  type RegressionErrorMetricOptions,
  type RegressionErrorOptions,
} from "./experiment/evaluation/regression-error.ts";
export {
  RunnerContext,
  type RunnerContextExperimentParams,
  type RunnerContextOptions,
} from "./experiment/runner-context.ts";
export type { ScoreBody, ScoreContent } from "./score/score-body.ts";
export { ScoreManager, type Scorable } from "./score/score-manager.ts";
export type { ScoreReport } from "./score/score-report.ts";
export { requireThresholds, type Thresholds } from "./experiment/evaluation/thresholds.ts";
export {
  SvcMedia,
  SvcMediaReference,
  type ParsedMediaReference,
  type SvcMediaParams,
  type SvcMediaReferenceParams,
} from "@svc/core/internal";
export * from "@svc/core/api";
