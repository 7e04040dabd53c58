import { trace, type Attributes, type Context } from "@opentelemetry/api";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import { isSvcSpan } from "./export-filter.ts";
import type { ReadableSpan, StartedSpan } from "./readable-span.ts";

/** Spans of others inside which this SDK records a model call. */
const enclosing = new WeakSet<object>();

/** Types of the observations of model calls. */
const MODEL_CALLS: ReadonlySet<unknown> = new Set(["generation", "embedding"]);

/** Operations of the GenAI conventions that are model calls. */
const OPERATIONS: ReadonlySet<unknown> = new Set(["chat", "embeddings", "generate_content", "text_completion"]);

/** Attributes that make a span a model call. */
const OF_MODEL_CALLS: ReadonlySet<string> = new Set([
  GenAi.OPERATION_NAME,
  GenAi.REQUEST_MODEL,
  GenAi.RESPONSE_MODEL,
  OBSERVATION_TYPE,
]);

/** Notes the span of a framework or of another instrumentation directly inside which a model call is recorded. */
export function noteEnclosingSpan(span: StartedSpan, parent: Context): void {
  if (!isSvcSpan(span) || !MODEL_CALLS.has(span.attributes[OBSERVATION_TYPE])) return;
  const outer: object | undefined = trace.getSpan(parent);
  if (outer !== undefined && "instrumentationScope" in outer && !isSvcSpan(outer as ReadableSpan)) enclosing.add(outer);
}

/**
 * Returns the span as it may be sent: a model call of others whose call is recorded inside it is a step without model and usage, as
 * both would count the call. Google ADK's `call_llm`, for one, leaves out the thoughts.
 */
export function countedOnce(span: ReadableSpan): ReadableSpan {
  if (!enclosing.has(span) || !isModelCall(span.attributes)) return span;
  return Object.create(span, { attributes: { value: asStep(span.attributes), enumerable: true } }) as ReadableSpan;
}

function isModelCall(attributes: Attributes): boolean {
  const operation = attributes[GenAi.OPERATION_NAME];
  return operation === undefined ? attributes[GenAi.REQUEST_MODEL] !== undefined : OPERATIONS.has(operation);
}

function asStep(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(
    ([name]) => !OF_MODEL_CALLS.has(name) && !name.startsWith(GenAi.USAGE_PREFIX),
  );
  return { ...Object.fromEntries(kept), [OBSERVATION_TYPE]: "span" };
}
