import { SpanKind, SpanStatusCode, type Attributes } from "@opentelemetry/api";
import { textOf, textsOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import * as A from "@svc/core/internal/span-attributes";
import type { SpanForm } from "../processor-params.ts";
import type { ReadableSpan } from "../readable-span.ts";
import { modelScalars } from "./model-scalars.ts";
import { openInferenceAttributes } from "./openinference-attributes.ts";
import { conversationAttributes, retrievalAttributes, toolCallAttributes } from "./span-contents.ts";

/** Form of the spans for a backend that is not the service. */
export interface ConventionsOptions {
  /** True when content is written in the attributes of the conventions. Default: true. */
  readonly hasContent?: boolean;
  /** True when the attributes of OpenInference are written as well, for Phoenix and MLflow. Default: false. */
  readonly hasOpenInference?: boolean;
}

/** Attributes that only the service reads: content in our form, which that of the conventions replaces, and marks of our own. */
const OWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  A.OBSERVATION_INPUT,
  A.OBSERVATION_OUTPUT,
  A.AS_ROOT,
  A.IS_APP_ROOT,
]);

/** Attribute with the method of a request of the Model Context Protocol. */
const MCP_METHOD = "mcp.method.name";

/**
 * Returns the function that gives spans the form of OpenTelemetry's conventions for generative AI, for a backend that is not the service.
 *
 * @example
 * new SvcSpanProcessor({ endpoint: "http://localhost:4318/v1/traces", form: genAiForm() });
 */
export function genAiForm(options: ConventionsOptions = {}): SpanForm {
  return (span) => conventionalSpan(span, options);
}

/**
 * Returns a copy of a span as OpenTelemetry's conventions for generative AI describe it: name, kind, operation, provider, model, parameters,
 * usage, and the content. The span itself does not change. A span that is no observation keeps everything but the marks of our own.
 *
 * Source: the conventions' release 0.1.0.
 */
function conventionalSpan(span: ReadableSpan, options: ConventionsOptions): ReadableSpan {
  const type = textOf(span.attributes[A.OBSERVATION_TYPE]);
  if (type === undefined) return copyOf(span, { attributes: withoutOwn(span.attributes) });
  const attributes = { ...withoutOwn(span.attributes), ...addedTo(span, type, options) };
  return copyOf(span, { attributes, name: nameOf(span, attributes), kind: kindOf(span, type) });
}

function copyOf(span: ReadableSpan, changes: Partial<ReadableSpan>): ReadableSpan {
  const properties = Object.entries(changes).map(([name, value]) => [name, { value, enumerable: true }]);
  return Object.create(span, Object.fromEntries(properties)) as ReadableSpan;
}

function withoutOwn(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !OWN_ATTRIBUTES.has(name)));
}

/** Returns the attributes that the span lacks. Those that an instrumentation has written stay as they are. */
function addedTo(span: ReadableSpan, type: string, options: ConventionsOptions): Attributes {
  const { attributes } = span;
  const scalars = scalarsOf(span, type);
  const added: Attributes = {
    ...scalars,
    ...(options.hasContent !== false && contentOf(span, type, scalars)),
    ...(options.hasOpenInference === true && openInferenceOf({ ...attributes, ...scalars }, type, options)),
  };
  return lacking(added, attributes);
}

/** Scalars by the attributes that they follow from, so that metrics and each destination make them once. */
const scalarsByAttributes = new WeakMap<Attributes, Attributes>();

/** Returns the attributes without content that a span of this type lacks: operation, names, provider, models, parameters and usage. */
export function scalarsOf(span: ReadableSpan, type: string): Attributes {
  const { attributes } = span;
  let scalars = scalarsByAttributes.get(attributes);
  if (scalars === undefined) {
    scalars = madeScalars(span, type);
    scalarsByAttributes.set(attributes, scalars);
  }
  return scalars;
}

function madeScalars({ attributes, name, status }: ReadableSpan, type: string): Attributes {
  const operation = textOf(attributes[GenAi.OPERATION_NAME]) ?? GenAi.OPERATIONS_BY_TYPE[type];
  const session = attributes[A.TRACE_SESSION_ID];
  const stated: Attributes = {
    ...(operation !== undefined && { [GenAi.OPERATION_NAME]: operation }),
    ...(status.code === SpanStatusCode.ERROR && { [GenAi.ERROR_TYPE]: "_OTHER" }),
    ...(session !== undefined && { [GenAi.CONVERSATION_ID]: session }),
    ...((operation === "invoke_agent" || operation === "invoke_workflow") && { [GenAi.AGENT_NAME]: name }),
    ...(operation === "execute_tool" && {
      [GenAi.TOOL_NAME]: targetIn(name, attributes),
      [GenAi.TOOL_TYPE]: "function",
    }),
    ...((type === "generation" || type === "embedding") && modelScalars(attributes)),
  };
  return lacking(stated, attributes);
}

/** Returns the name without the method of the Model Context Protocol before it: that of the tool. */
function targetIn(name: string, attributes: Attributes): string {
  const method = `${textOf(attributes[MCP_METHOD]) ?? ""} `;
  return name.startsWith(method) ? name.slice(method.length) : name;
}

function lacking(stated: Attributes, attributes: Attributes): Attributes {
  const entries = Object.entries(stated);
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && attributes[name] === undefined));
}

function contentOf({ attributes }: ReadableSpan, type: string, scalars: Attributes): Attributes {
  const [input, output] = [attributes[A.OBSERVATION_INPUT], attributes[A.OBSERVATION_OUTPUT]];
  if (input === undefined && output === undefined) return {};
  // The half of a server that executes a tool is no observation of a tool.
  if (attributes[GenAi.OPERATION_NAME] === "execute_tool" || type === "tool") return toolCallAttributes(input, output);
  if (isRetrieval(type, attributes)) return retrievalAttributes(input, output);
  if (type !== "generation" && type !== "agent") return {};
  const reasons = attributes[GenAi.RESPONSE_FINISH_REASONS] ?? scalars[GenAi.RESPONSE_FINISH_REASONS];
  return conversationAttributes(input, output, textsOf(reasons));
}

/** Returns true for a retriever, and for a step of another type that searches. */
function isRetrieval(type: string, attributes: Attributes): boolean {
  return type === "retriever" || (type === "span" && attributes[GenAi.OPERATION_NAME] === "retrieval");
}

function openInferenceOf(attributes: Attributes, type: string, { hasContent }: ConventionsOptions): Attributes {
  const [input, output] =
    hasContent === false ? [] : [attributes[A.OBSERVATION_INPUT], attributes[A.OBSERVATION_OUTPUT]];
  return openInferenceAttributes(isRetrieval(type, attributes) ? "retriever" : type, {
    input,
    output,
    usage: attributes,
  });
}

/** Returns the name that the conventions give: operation and model, agent or tool. A request of the Model Context Protocol has its own. */
function nameOf({ name }: ReadableSpan, attributes: Attributes): string {
  if (attributes[MCP_METHOD] !== undefined) return name;
  const operation = textOf(attributes[GenAi.OPERATION_NAME]);
  const subject = {
    chat: GenAi.REQUEST_MODEL,
    embeddings: GenAi.REQUEST_MODEL,
    invoke_agent: GenAi.AGENT_NAME,
    invoke_workflow: GenAi.AGENT_NAME,
    execute_tool: GenAi.TOOL_NAME,
  }[operation ?? ""];
  const of = subject === undefined ? undefined : textOf(attributes[subject]);
  return of === undefined || name.startsWith(`${operation} `) ? name : `${operation} ${of}`;
}

/** Returns the kind of a span. A model is called over the network, whatever makes the call. */
function kindOf({ kind }: ReadableSpan, type: string): SpanKind {
  const isRemote = type === "generation" || type === "embedding";
  return isRemote && kind === SpanKind.INTERNAL ? SpanKind.CLIENT : kind;
}
