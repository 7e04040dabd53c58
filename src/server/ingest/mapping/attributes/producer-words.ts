import { SVC_TRACER_NAME, SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { Haystack, LangSmith, Llm, MLflow } from "./attribute-names.ts";
import { textAttribute } from "./attribute-reading.ts";

// Producers whose attributes the rest of the mapping cannot read as they are: their names have another beginning, or their values
// are JSON text inside of JSON text.

/** Tracers whose spans hold nothing but fields and metadata of the application, by the beginning of their names. */
const OWN_TRACERS = [SVC_TRACER_NAME, "langfuse-sdk"];

/** Returns true for a tracer of this service's SDKs, or of those with the same attributes under other names. */
export function isOwnTracer(name: string): boolean {
  return OWN_TRACERS.some((own) => name.startsWith(own));
}

/**
 * Returns a span in words that the mapping reads: the attributes of a producer with words of its own have those of this service or
 * of the conventions beside them or in their place. Any other span is returned as it is.
 */
export function inKnownWords(span: ReceivedSpan): ReceivedSpan {
  const { attributes } = span;
  const read = READERS.find(([marker]) => attributes.has(marker))?.[1];
  return read === undefined ? span : { ...span, attributes: read(attributes) };
}

/** Readers of producers, by an attribute that every span concerned has. */
const READERS: ReadonlyArray<readonly [marker: string, read: (attributes: Attributes) => Attributes]> = [
  [MLflow.TYPE, fromMLflow],
  [LangSmith.USAGE, fromLangSmith],
  [Haystack.COMPONENT_OUTPUT, (attributes) => fromHaystack(attributes, Haystack.COMPONENT_OUTPUT)],
  [Haystack.LLM_OUTPUT, (attributes) => fromHaystack(attributes, Haystack.LLM_OUTPUT)],
  [Llm.INVOCATION_PARAMETERS, fromInvocation],
];

/** Reads the texts of MLflow, each of which is JSON text. Its wrappers copy parameters of a request to attributes without a namespace. */
function fromMLflow(attributes: Attributes): Attributes {
  const read: Attributes = new Map();
  for (const [name, value] of attributes) {
    const isQuoted = typeof value === "string" && value.startsWith('"') && value.endsWith('"');
    const text = isQuoted ? parseJson(value) : undefined;
    read.set(name, typeof text === "string" ? text : value);
  }
  const model = read.get(MLflow.MODEL) ?? read.get(Llm.MODEL);
  if (model !== undefined) read.set(GenAi.REQUEST_MODEL, model);
  addUsage(read, jsonOf(read, MLflow.USAGE));
  return read;
}

/** Reads the usage that LangSmith keeps in its metadata. The attributes of the conventions lack the parts, or have them as Python text. */
function fromLangSmith(attributes: Attributes): Attributes {
  const read: Attributes = new Map(attributes);
  addUsage(read, jsonOf(read, LangSmith.USAGE));
  return read;
}

/** Reads model and usage of an answer in Haystack's output. */
function fromHaystack(attributes: Attributes, name: string): Attributes {
  const text = textAttribute(attributes, name);
  // Only answers of models have replies: other outputs are not parsed.
  if (text === undefined || !text.includes('"replies"')) return attributes;
  const output = parseJson(text);
  const replies = isObject(output) ? output["replies"] : undefined;
  const meta: unknown =
    Array.isArray(replies) && isObject(replies[0]) ? (replies[0]["meta"] ?? replies[0]["_meta"]) : undefined;
  const read: Attributes = new Map(attributes);
  if (isObject(meta) && typeof meta["model"] === "string") read.set(GenAi.REQUEST_MODEL, meta["model"]);
  addUsage(read, isObject(meta) ? meta["usage"] : undefined);
  return read;
}

/** Reads the model of a call that failed before its answer named one. */
function fromInvocation(attributes: Attributes): Attributes {
  if (attributes.has(Llm.MODEL_NAME) || attributes.has(GenAi.REQUEST_MODEL)) return attributes;
  const parameters = jsonOf(attributes, Llm.INVOCATION_PARAMETERS);
  const model = isObject(parameters) ? parameters["model"] : undefined;
  return typeof model === "string" ? new Map(attributes).set(Llm.MODEL_NAME, model) : attributes;
}

/** Adds a usage in the words of a provider, all of which this service reads in its own attribute. */
function addUsage(attributes: Attributes, usage: unknown): void {
  if (isObject(usage)) attributes.set(svc.OBSERVATION_USAGE_DETAILS, JSON.stringify(usage));
}

function jsonOf(attributes: Attributes, name: string): unknown {
  const text = textAttribute(attributes, name);
  return text === undefined ? undefined : parseJson(text);
}
