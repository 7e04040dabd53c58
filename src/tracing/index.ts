export {
  observe,
  setActiveTraceAsPublic,
  startActiveObservation,
  updateActiveObservation,
} from "./active-observation.ts";
export { createObservationAttributes } from "./attributes/observation-attributes.ts";
export {
  observationOf,
  startObservation,
  SvcAgent,
  SvcChain,
  SvcEmbedding,
  SvcEvaluator,
  SvcEvent,
  SvcGeneration,
  SvcGuardrail,
  SvcRetriever,
  SvcSpan,
  SvcTool,
  type ObservationOf,
  type SvcObservation,
} from "./observation.ts";
export type {
  ObserveOptions,
  StartActiveObservationContext,
  StartActiveObservationOpts,
  StartObservationOptions,
  StartObservationOpts,
} from "./observation-options.ts";
export type {
  AttributesOf,
  ObservationLevel,
  SvcEventAttributes,
  SvcGenerationAttributes,
  SvcObservationAttributes,
  SvcObservationType,
  SvcSpanAttributes,
} from "./observation-types.ts";
export { createTraceId, getActiveSpanId, getActiveTraceId } from "./trace-ids.ts";
export { getSvcTracer, getSvcTracerProvider, setSvcTracerProvider } from "./tracer-provider.ts";
export { propagateAttributes, SvcOtelSpanAttributes } from "@svc/core/internal";
export type { PropagateAttributesParams, PropagatedPromptInput } from "@svc/core/internal";
