export {
  isDefaultExportSpan,
  isGenAISpan,
  isKnownLLMInstrumentor,
  isSvcSpan,
  KNOWN_LLM_INSTRUMENTATION_SCOPE_PREFIXES,
  type FilterableSpan,
  type ShouldExportSpan,
} from "./export-filter.ts";
export type { ReadableSpan } from "./readable-span.ts";
export { SvcSpanProcessor, type SvcSpanProcessorParams } from "./span-processor.ts";
