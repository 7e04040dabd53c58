export {
  configureGlobalLogger,
  createLogger,
  getGlobalLogger,
  Logger,
  logger,
  resetGlobalLogger,
  type LoggerConfig,
} from "./logging/logger.ts";
export { LogLevel } from "./names/log-level.ts";
export { base64Decode, base64Encode, base64ToBytes, bytesToBase64 } from "./media/base64.ts";
export { SvcMediaReference, type ParsedMediaReference, type SvcMediaReferenceParams } from "./media/media-reference.ts";
export { uploadMedia, type UploadMediaParams } from "./media/media-upload.ts";
export { SvcMedia, type SvcMediaParams } from "./media/media.ts";
export { serializeValue } from "./values/serialization.ts";
export {
  SVC_SDK_EXPERIMENT_ENVIRONMENT,
  SVC_SDK_NAME,
  SVC_SDK_VERSION,
  SVC_TRACE_ID_BAGGAGE_KEY,
  SVC_TRACER_NAME,
} from "./names/constants.ts";
export {
  createExperimentId,
  createExperimentItemId,
  createStableExperimentId,
  type ExperimentIdentity,
} from "./values/experiment-ids.ts";
export { SvcOtelSpanAttributes } from "./names/span-attributes-table.ts";
export { SvcOtelContextKeys } from "./propagation/propagated-fields.ts";
export {
  getPropagatedAttributesFromContext,
  propagateAttributes,
  type PropagateAttributesParams,
  type PropagatedPromptInput,
} from "./propagation/propagation.ts";
export { getSvcTraceIdFromBaggage, setSvcTraceIdInBaggage } from "./propagation/trace-id-baggage.ts";
export { generateUUID } from "./runtime/uuid.ts";
export { safeSetTimeout } from "./runtime/timers.ts";
export { getEnv } from "./runtime/env.ts";
export * from "./api/index.ts";
