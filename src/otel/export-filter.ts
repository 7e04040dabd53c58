import { SVC_TRACER_NAME } from "@svc/core";
import type { ReadableSpan } from "./readable-span.ts";

/** What a filter is asked about: the name of the scope and the attributes are enough. */
export type FilterableSpan = Pick<ReadableSpan, "instrumentationScope" | "attributes">;

/** Decides whether a span is sent. It is asked when the span starts and again when it ends, and replaces the default. */
export type ShouldExportSpan = (params: { otelSpan: ReadableSpan }) => boolean;

/**
 * Scopes whose spans are about language models. A scope matches when it is the entry or starts with the entry and a dot;
 * `ai` must match whole.
 */
export const KNOWN_LLM_INSTRUMENTATION_SCOPE_PREFIXES: readonly string[] = [
  SVC_TRACER_NAME,
  "agent_framework",
  "ai",
  "haystack",
  "langsmith",
  "litellm",
  "openinference",
  "opentelemetry.instrumentation.anthropic",
  "opentelemetry.instrumentation.aws_bedrock",
  "opentelemetry.instrumentation.bedrock",
  "opentelemetry.instrumentation.gemini",
  "opentelemetry.instrumentation.google_genai",
  "opentelemetry.instrumentation.google_generativeai",
  "opentelemetry.instrumentation.openai",
  "opentelemetry.instrumentation.openai_v2",
  "opentelemetry.instrumentation.vertex_ai",
  "opentelemetry.instrumentation.vertexai",
  "strands-agents",
  "vllm",
];

const EXACT_ONLY: ReadonlySet<string> = new Set(["ai"]);

/** Whether this SDK made the span. */
export function isSvcSpan(span: FilterableSpan): boolean {
  return span.instrumentationScope.name === SVC_TRACER_NAME;
}

/** Whether the span carries an attribute of the GenAI conventions: `gen_ai.` with the dot. */
export function isGenAISpan(span: FilterableSpan): boolean {
  for (const key in span.attributes) {
    if (key.startsWith("gen_ai.")) return true;
  }
  return false;
}

/** Whether a known instrumentation of language models made the span. */
export function isKnownLLMInstrumentor(span: FilterableSpan): boolean {
  return isKnownScope(span.instrumentationScope.name);
}

/** The default: spans of this SDK, of known instrumentations of language models, and with GenAI attributes. */
export function isDefaultExportSpan(span: FilterableSpan): boolean {
  return isSvcSpan(span) || isKnownLLMInstrumentor(span) || isGenAISpan(span);
}

const MAX_REMEMBERED_SCOPES = 1_000;
const rememberedScopes = new Map<string, boolean>();

/** A process has few scopes and asks for each of their spans twice. */
function isKnownScope(scope: string): boolean {
  let known = rememberedScopes.get(scope);
  if (known === undefined) {
    known = KNOWN_LLM_INSTRUMENTATION_SCOPE_PREFIXES.some(
      (prefix) => scope === prefix || (!EXACT_ONLY.has(prefix) && scope.startsWith(`${prefix}.`)),
    );
    if (rememberedScopes.size < MAX_REMEMBERED_SCOPES) rememberedScopes.set(scope, known);
  }
  return known;
}
