import type { Attributes, Span } from "@opentelemetry/api";
import { isFields, SvcOtelSpanAttributes, textOf, type Fields } from "@svc/core";
import type { Answer, Operation } from "./operation.ts";
import type { Endpoint } from "./provider.ts";

type Row<T> = readonly [attribute: string, value: (from: T) => unknown];

/** What is known of a call before it is made. */
export interface CallStart {
  readonly operation: Operation;
  readonly model: string | undefined;
  readonly endpoint: Endpoint;
}

/** What the conventions want samplers to see. The SDK checks an attribute twice that comes so early: the others come later. */
const CREATION: readonly Row<CallStart>[] = [
  [SvcOtelSpanAttributes.OBSERVATION_TYPE, ({ operation }) => operation.type],
  ["gen_ai.operation.name", ({ operation }) => operation.name],
  ["gen_ai.provider.name", ({ endpoint }) => endpoint.provider],
  ["gen_ai.request.model", ({ model }) => model],
  ["server.address", ({ endpoint }) => endpoint.address],
  ["server.port", ({ endpoint }) => endpoint.port],
];

const OPERATION: readonly Row<Operation>[] = [
  ["openai.api.type", ({ apiType }) => apiType],
  ["gen_ai.output.type", ({ outputType }) => outputType],
];

const REQUEST: readonly Row<Fields>[] = [
  ["gen_ai.request.temperature", (body) => body.temperature],
  ["gen_ai.request.top_p", (body) => body.top_p],
  ["gen_ai.request.max_tokens", (body) => body.max_completion_tokens ?? body.max_output_tokens ?? body.max_tokens],
  ["gen_ai.request.frequency_penalty", (body) => body.frequency_penalty],
  ["gen_ai.request.presence_penalty", (body) => body.presence_penalty],
  ["gen_ai.request.seed", (body) => body.seed],
  ["gen_ai.request.choice.count", (body) => (body.n === 1 ? undefined : body.n)],
  ["gen_ai.request.stream", (body) => (body.stream === true ? true : undefined)],
  ["gen_ai.request.reasoning.level", (body) => body.reasoning_effort ?? fieldOf(body.reasoning, "effort")],
  ["gen_ai.request.previous_response.id", (body) => body.previous_response_id],
  ["gen_ai.request.encoding_formats", (body) => (body.encoding_format ? [body.encoding_format] : undefined)],
  ["gen_ai.conversation.id", (body) => textOf(body.conversation) ?? fieldOf(body.conversation, "id")],
  ["gen_ai.output.type", (body) => outputType(body.response_format ?? fieldOf(body.text, "format"))],
  ["openai.request.service_tier", (body) => body.service_tier],
];

/** With what of the request may repeat what is said. */
const REQUEST_AND_CONTENT: readonly Row<Fields>[] = [
  ...REQUEST,
  ["gen_ai.request.stop_sequences", (body) => (typeof body.stop === "string" ? [body.stop] : body.stop)],
];

const ANSWER: readonly Row<Answer>[] = [
  ["gen_ai.response.model", ({ model }) => model],
  ["gen_ai.response.id", ({ responseId }) => responseId],
  ["gen_ai.response.finish_reasons", ({ finishReasons }) => (finishReasons?.length ? finishReasons : undefined)],
  ["gen_ai.usage.input_tokens", ({ usage }) => usage?.input],
  ["gen_ai.usage.output_tokens", ({ usage }) => usage?.output],
  ["gen_ai.usage.cache_read.input_tokens", ({ usage }) => usage?.inputDetails.cached_tokens],
  ["gen_ai.usage.cache_write.input_tokens", ({ usage }) => usage?.inputDetails.cache_write_tokens],
  ["gen_ai.usage.reasoning.output_tokens", ({ usage }) => usage?.outputDetails.reasoning_tokens],
  ["gen_ai.usage.audio.input_tokens", ({ usage }) => usage?.inputDetails.audio_tokens],
  ["gen_ai.usage.audio.output_tokens", ({ usage }) => usage?.outputDetails.audio_tokens],
  ["gen_ai.usage.image.input_tokens", ({ usage }) => usage?.inputDetails.image_tokens],
  ["gen_ai.usage.image.output_tokens", ({ usage }) => usage?.outputDetails.image_tokens],
  ["gen_ai.conversation.id", ({ conversationId }) => conversationId],
  ["gen_ai.embeddings.dimension.count", ({ dimensions }) => dimensions],
  ["openai.response.service_tier", ({ serviceTier }) => serviceTier],
  ["openai.response.system_fingerprint", ({ systemFingerprint }) => systemFingerprint],
];

/** Seconds from the start of the call to the first chunk of its stream. */
export const TIME_TO_FIRST_CHUNK = "gen_ai.response.time_to_first_chunk";

/** What made the call fail. */
export const ERROR_TYPE = "error.type";

/** The attributes that the conventions want when the span is made. */
export function creationAttributes(start: CallStart): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of CREATION) {
    const attribute = attributeValue(value(start));
    if (attribute !== undefined) attributes[name] = attribute;
  }
  return attributes;
}

/** Writes the attributes of the request; nothing that was said to the model. */
export function writeRequestAttributes(span: Span, operation: Operation, body: Fields, withContent: boolean): void {
  write(span, OPERATION, operation);
  write(span, withContent ? REQUEST_AND_CONTENT : REQUEST, body);
}

/** Writes the attributes of the answer; nothing that the model said. */
export function writeAnswerAttributes(span: Span, answer: Answer): void {
  write(span, ANSWER, answer);
}

function write<T>(span: Span, rows: readonly Row<T>[], from: T): void {
  // An index, for to take each row apart as an iterable allocates.
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    const attribute = attributeValue(row[1](from));
    if (attribute !== undefined) span.setAttribute(row[0], attribute);
  }
}

/** A request can hold anything; only what an attribute can hold is passed on. */
function attributeValue(value: unknown): string | number | boolean | string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((item) => typeof item === "string");
  return texts.length > 0 ? texts : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

function outputType(format: unknown): string | undefined {
  const type = textOf(fieldOf(format, "type"));
  return type?.startsWith("json") ? "json" : type;
}
