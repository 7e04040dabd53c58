export { deliverExitQueues } from "#platform/ports";
export {
  isDefaultExportSpan,
  isGenAISpan,
  isKnownLLMInstrumentor,
  isSvcSpan,
  KNOWN_LLM_INSTRUMENTATION_SCOPE_PREFIXES,
  type ShouldExportSpan,
} from "./export-filter.ts";
export { flush } from "./delivery/flush.ts";
export type { MaskFunction } from "./masking/mask-texts.ts";
export type { SpanForm, SvcSpanProcessorParams } from "./processor-params.ts";
export type { FilterableSpan, ReadableSpan, SpanExporter } from "./readable-span.ts";
export { SvcSpanProcessor } from "./span-processor.ts";
