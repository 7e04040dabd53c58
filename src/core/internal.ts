// Names that the packages of this repository take from `@svc/core`. Some of them are public too and stand in `index.ts` as well:
// this file does not load the API client, which a process that only records spans does not need.

// Delivery: HTTP connections, retries, answers of the service, and queues that are delivered at the end of the process.
export { deliveryOf, type Delivery, type DeliverySteps, type LoadedRequest } from "./delivery/delivery-steps.ts";
export type { ExitQueue, HandedOver, Outcome } from "./delivery/exit-queue.ts";
export {
  announceExitDelivery,
  beforeExitDelivery,
  deliverIfUrgent,
  endOpenWork,
  flushAll,
  isDeliveredAtExit,
  registeredExitQueues,
  registerExitQueue,
} from "./delivery/exit-registry.ts";
export {
  brokenAnswer,
  describeSetback,
  isMisdirected,
  lateAnswer,
  locationOf,
  noAnswer,
  type HttpAnswer,
  type HttpRequest,
  unaskedAnswer,
} from "./delivery/http-answer.ts";
export type { Rejections } from "./delivery/rejections.ts";
export { LossReport } from "./delivery/loss-report.ts";
export { amountKept, amountLost, describeLoss, type Cargo, type Loss } from "./delivery/loss.ts";
export {
  BROKEN_EXIT_RETRIES,
  EXIT_RETRIES,
  parseRetryAfter,
  pauseAfter,
  SCORE_RETRIES,
  SHUTDOWN_RETRIES,
  SPAN_RETRIES,
  withRetries,
} from "./delivery/retry.ts";
export { readFittingPage, readPages, type PagePlace } from "./api/fitting-page.ts";
export { serviceFetch } from "#platform/service-fetch";
export type { ServiceRequestInit } from "./delivery/service-request.ts";
export {
  describeRejections,
  lossesIn,
  isTemporary,
  mayHaveArrived,
  MEDIA_ANSWERS,
  reasonOfLoss,
  rejectionsIn,
  SCORE_ANSWERS,
  classifyAnswer,
  type AnswerClass,
  type AnswerRules,
} from "./delivery/answer-classification.ts";

// Log lines, and warnings about observations that are not recorded.
export { routeDiagnostics, routeOwnDiagnostics } from "./logging/diagnostics.ts";
export { hideCredentials, rememberSecret } from "./logging/hide-credentials.ts";
export { printable } from "./logging/printable.ts";
export { configureGlobalLogger, logger } from "./logging/logger.ts";
export { noteChangeAfterEnd, noteUnrecorded } from "./logging/unrecorded.ts";

// Media: content, references, upload, and the way from an instrumentation to the span processor.
export { base64ToBytes, bytesToBase64 } from "./media/base64.ts";
export { wholeBase64 } from "./media/base64-content.ts";
export { DATA_URI_MARK, findDataUri } from "./media/data-uri.ts";
export { LONGEST_BLOB } from "./media/longest-blob.ts";
export { handOverMedia, receiveMedia } from "./media/media-handover.ts";
export {
  MEDIA_REFERENCE,
  MEDIA_REFERENCE_START,
  MEDIA_REFERENCES,
  parseMediaReference,
  SvcMediaReference,
  type ParsedMediaReference,
  type SvcMediaReferenceParams,
} from "./media/media-reference.ts";
export {
  mediaUploadSteps,
  uploadMedia,
  uploadMediaBy,
  type MediaPlace,
  type PlacedMedia,
  type UploadFailure,
  type UploadMediaByParams,
  type UploadMediaParams,
} from "./media/media-upload.ts";
export {
  mediaHash,
  mediaIdOf,
  mediaTag,
  SvcMedia,
  type MediaContent,
  type MediaSource,
  type SvcMediaParams,
} from "./media/media.ts";

// Encoding and decoding of metadata.
export { decodeMetadataValue, flattenMetadata } from "./metadata/metadata-decoding.ts";
export {
  encodeObservationMetadataValue,
  encodePropagatedMetadata,
  encodePropagatedMetadataValue,
  isMetadataMap,
  noteUnwrittenMetadata,
} from "./metadata/metadata-encoding.ts";

// Names and fixed values.
export { DESCRIPTIVE_PARAMETERS } from "./names/descriptive-names.ts";
export {
  DEFAULT_BASE_URL,
  LOCAL_KEYS,
  OTLP_TRACES_PATH,
  SERIALIZATION_FAILED,
  SVC_SDK_EXPERIMENT_ENVIRONMENT,
  SVC_SDK_NAME,
  SVC_SDK_VERSION,
  SVC_TRACE_ID_BAGGAGE_KEY,
  SVC_TRACER_NAME,
} from "./names/constants.ts";
export {
  basicAuthorization,
  joinUrl,
  mergeHeaders,
  sdkHeaders,
  SVC_INGESTION_VERSION,
  SvcHeaders,
} from "./names/headers.ts";
export { LogLevel } from "./names/log-level.ts";
export { providerName } from "./names/provider-names.ts";
export { SvcOtelSpanAttributes } from "./names/span-attributes-table.ts";

// Options that users write: their resolution, and warnings about them.
export { ALL_SETTINGS, describeSettings } from "./options/describe-settings.ts";
export { isInstrumentationEnabled } from "./options/enabled-instrumentations.ts";
export {
  closestName,
  misspeltOptionsWatch,
  warnOfMisspeltOptions,
  type OptionNames,
} from "./options/misspelt-options.ts";
export { pointFromRemovedNames } from "./options/removed-names.ts";
export { refuseSecretKey } from "./options/secret-key.ts";
export { describeInvalid, formatSettingValue, resolveSetting } from "./options/resolve-setting.ts";

// Attributes and marks that travel with the context or the baggage.
export {
  announcedToolContext,
  announceTools,
  areToolsAnnounced,
  stopAnnouncingTools,
} from "./propagation/announced-tools.ts";
export { controlOutcome } from "./propagation/control-exceptions.ts";
export { conversationIn, withConversation } from "./propagation/conversation.ts";
export {
  countRetrieval,
  isOwnedCall,
  isOwnedRetrieval,
  ownedToolIn,
  retrievalsIn,
  withoutOwnedCall,
  withOwnedCall,
  withOwnedRetrieval,
  withOwnedTool,
  withRetrievalCount,
  type OwnedTool,
} from "./propagation/owned-call.ts";
export { SvcOtelContextKeys } from "./propagation/propagated-fields.ts";
export { warnOfEnvironment } from "./propagation/propagated-values.ts";
export {
  getPropagatedAttributesFromContext,
  propagateAttributes,
  propagateTraceFields,
  type PropagateAttributesParams,
  type PropagatedPromptInput,
} from "./propagation/propagation.ts";
export {
  isRepeatedSpan,
  noteRepeatedSpan,
  recordedCallIn,
  withActiveSpan,
  withRecordedCall,
  type RecordedCall,
} from "./propagation/recorded-call.ts";
export {
  reportedCallIn,
  reportEveryOtherCall,
  withReportedCall,
  type ReportedCall,
} from "./propagation/reported-call.ts";
export { countUnsampled } from "./delivery/unsampled-report.ts";
export { isOfSampledOut, isSampledOut, noteCaller, noteSampling } from "./propagation/sampled-out-traces.ts";
export { SUPPRESS_TRACING, withoutTracing } from "./propagation/suppressed-tracing.ts";
export { getSvcTraceIdFromBaggage, setSvcTraceIdInBaggage } from "./propagation/trace-id-baggage.ts";

// Parts that differ between Node and other platforms.
export {
  allocate,
  concat,
  endOfBase64,
  fromBase64,
  hex,
  utf8,
  utf8Size,
  utf8Text,
  viewOf,
  type Bytes,
} from "#platform/bytes";
export { mediaText, piecesOf } from "#platform/media-text";
export { createContextStorage, ensureContextManager, type ContextStorage } from "#platform/context-manager";
export { platformProblem } from "#platform/features";
export { extendRequest, isPage, isServerless, prepareForRequests } from "#platform/host";
export { sha256 } from "#platform/sha256";

// Facts about the process, and state that all copies of the packages in one process share.
export { apiSlot, type ApiKind, type ApiSlot } from "./runtime/api-slot.ts";
export { getEnv } from "./runtime/env.ts";
export { API_SLOT, GLOBAL_STATE, PRELOAD_STARTED } from "./runtime/global-keys.ts";
export { globalState } from "./runtime/global-state.ts";
export type { HandedMedia } from "./runtime/media-receiver.ts";
export { isSdkDisabled } from "./runtime/sdk-disabled.ts";
export { SpanClock } from "./runtime/span-clock.ts";
export { safeSetInterval, safeSetTimeout, waitInBackground } from "./runtime/timers.ts";
export { generateUUID } from "./runtime/uuid.ts";

// Types of the settings. The settings themselves are `@svc/core/internal/settings`.
export type { Compression, ExportMode } from "./settings/setting-kinds.ts";
export { resolveSilently, type Setting } from "./settings/setting.ts";

// Content that is recorded, or held back.
export { capturedContent, contentWithin, type CapturedContent } from "./values/captured-content.ts";
export { withoutContent } from "./values/content-filter.ts";

// Readers and texts of unknown values.
export {
  exactInteger,
  isExactNumber,
  isJsonObject,
  parseExactJson,
  withPlainNumbers,
  type ExactNumber,
} from "./values/exact-json.ts";
export { createExperimentId, createExperimentItemId, createStableExperimentId } from "./values/experiment-ids.ts";
export { countOf, fieldsOf, isFields, listOf, textOf, textsOf, type Fields } from "./values/fields.ts";
export { serializeValue } from "./values/serialization.ts";
export { templateProblem } from "./values/template-problem.ts";
export { messageOfThrown } from "./values/thrown-text.ts";
export {
  sideOf,
  sumOfSide,
  sumOfTokens,
  usageAttributes,
  withWholes,
  type UsageDetails,
} from "./values/usage-kinds.ts";
export { readUsage, type TokenUsage, type UsageForm } from "./values/usage-reading.ts";

// Reads of observations and traces, for the terminal and for coding agents.
export {
  ObservationReads,
  withQuery,
  type Condition,
  type Page,
  type Query,
  type ReadObservation,
} from "./reads/observation-reads.ts";
export { traceIdIn } from "./reads/trace-id.ts";
export { IS_ERROR, MOST_SUMMARIES, SUMMARY_FIELDS, summarizeTraces, type TraceSummary } from "./reads/trace-summary.ts";

// Rows of traces, for the page of the local service too.
export { topsAmong, traceFields, type TraceFields } from "./values/trace-fields.ts";
