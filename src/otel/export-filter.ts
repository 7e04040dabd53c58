import { SVC_TRACER_NAME } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isAnthropicAdministration, isFrameworkSpan } from "./package-spans.ts";
import type { FilterableSpan, ReadableSpan } from "./readable-span.ts";

/**
 * Filter that decides whether a span is sent. Runs when the span starts and again when it ends. Replaces the default
 * filter.
 */
export type ShouldExportSpan = (params: { otelSpan: ReadableSpan }) => boolean;

/**
 * Scopes of instrumentations for language models. A scope matches when it equals an entry or starts with the entry and a
 * dot; `ai` must match whole.
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

/** Returns true when this SDK made the span. */
export function isSvcSpan(span: FilterableSpan): boolean {
  return span.instrumentationScope.name === SVC_TRACER_NAME;
}

/** Returns true when the span has an attribute of the GenAI conventions: `gen_ai.` with the dot. */
export function isGenAISpan(span: FilterableSpan): boolean {
  for (const key in span.attributes) {
    if (key.startsWith(GenAi.PREFIX)) return true;
  }
  return false;
}

/** Returns true when a known instrumentation for language models made the span. */
export function isKnownLLMInstrumentor(span: FilterableSpan): boolean {
  return isKnownScope(span.instrumentationScope.name);
}

/**
 * Returns true for spans of this SDK, of known instrumentations for language models, of Google's Agent Development Kit, and with GenAI
 * attributes, except administrative requests of Anthropic's SDK. The default filter.
 */
export function isDefaultExportSpan(span: FilterableSpan): boolean {
  if (isSvcSpan(span) || isKnownLLMInstrumentor(span) || isFrameworkSpan(span)) return true;
  return isGenAISpan(span) && !isAnthropicAdministration(span);
}

const MAX_REMEMBERED_SCOPES = 1_000;
const rememberedScopes = new Map<string, boolean>();

/** Returns true for a known scope, from a cache: a process has few scopes and checks each of their spans twice. */
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
