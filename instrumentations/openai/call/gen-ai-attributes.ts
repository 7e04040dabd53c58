import type { Attributes, Span } from "@opentelemetry/api";
import { isFields, SvcOtelSpanAttributes, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { hasAny } from "../fields.ts";
import type { Answer, Operation } from "./operation.ts";
import type { Endpoint } from "./provider.ts";

/** Data of a call before it is made. */
export interface CallStart {
  readonly operation: Operation;
  readonly model: string | undefined;
  readonly endpoint: Endpoint;
}

/**
 * Attribute, the field that its value comes from, and a function that reads the value where it differs from the field. Of
 * several rows with one attribute, the first row whose field is given counts.
 */
type Row = readonly [attribute: string, field: string, read?: (value: unknown) => unknown];

/** Attribute that a field is written as, unless one of the fields in `before` is given. */
interface Entry {
  readonly attribute: string;
  readonly read: Row[2];
  readonly before: readonly string[];
}

/** Entries by their field, so that a field that an object does not have costs nothing. */
type Table = ReadonlyMap<string, Entry>;

/**
 * Attributes that the conventions want samplers to see. The SDK checks these early attributes twice, so all others are set
 * later.
 */
const CREATION: readonly (readonly [attribute: string, value: (start: CallStart) => unknown])[] = [
  [SvcOtelSpanAttributes.OBSERVATION_TYPE, ({ operation }) => operation.type],
  [GenAi.OPERATION_NAME, ({ operation }) => operation.name],
  [GenAi.PROVIDER_NAME, ({ endpoint }) => endpoint.provider],
  [GenAi.REQUEST_MODEL, ({ model }) => model],
  ["server.address", ({ endpoint }) => endpoint.address],
  ["server.port", ({ endpoint }) => endpoint.port],
];

const OPERATION = table([
  ["openai.api.type", "apiType"],
  [GenAi.OUTPUT_TYPE, "outputType"],
]);

const REQUEST_ROWS: readonly Row[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  [GenAi.REQUEST_TOP_P, "top_p"],
  [GenAi.REQUEST_MAX_TOKENS, "max_completion_tokens"],
  [GenAi.REQUEST_MAX_TOKENS, "max_output_tokens"],
  [GenAi.REQUEST_MAX_TOKENS, "max_tokens"],
  [GenAi.REQUEST_FREQUENCY_PENALTY, "frequency_penalty"],
  [GenAi.REQUEST_PRESENCE_PENALTY, "presence_penalty"],
  [GenAi.REQUEST_SEED, "seed"],
  [GenAi.REQUEST_CHOICE_COUNT, "n", (count) => (count === 1 ? undefined : count)],
  [GenAi.REQUEST_STREAM, "stream", (stream) => (stream === true ? true : undefined)],
  [GenAi.REQUEST_REASONING_LEVEL, "reasoning_effort"],
  [GenAi.REQUEST_REASONING_LEVEL, "reasoning", (reasoning) => fieldOf(reasoning, "effort")],
  [GenAi.REQUEST_PREVIOUS_RESPONSE_ID, "previous_response_id"],
  [GenAi.REQUEST_ENCODING_FORMATS, "encoding_format", (format) => (format ? [format] : undefined)],
  [GenAi.CONVERSATION_ID, "conversation", (conversation) => textOf(conversation) ?? fieldOf(conversation, "id")],
  [GenAi.OUTPUT_TYPE, "response_format", outputType],
  [GenAi.OUTPUT_TYPE, "text", (text) => outputType(fieldOf(text, "format"))],
  ["openai.request.service_tier", "service_tier"],
];

const REQUEST = table(REQUEST_ROWS);

/** Attributes of the request, with those that may repeat content. */
const REQUEST_AND_CONTENT = table([
  ...REQUEST_ROWS,
  [GenAi.REQUEST_STOP_SEQUENCES, "stop", (stop) => (typeof stop === "string" ? [stop] : stop)],
]);

const ANSWER = table([
  [GenAi.RESPONSE_MODEL, "model"],
  [GenAi.RESPONSE_ID, "responseId"],
  [GenAi.RESPONSE_FINISH_REASONS, "finishReasons"],
  [GenAi.CONVERSATION_ID, "conversationId"],
  [GenAi.EMBEDDINGS_DIMENSION_COUNT, "dimensions"],
  ["openai.response.service_tier", "serviceTier"],
  ["openai.response.system_fingerprint", "systemFingerprint"],
]);

const USAGE = table([
  [GenAi.USAGE_INPUT_TOKENS, "input"],
  [GenAi.USAGE_OUTPUT_TOKENS, "output"],
]);

const INPUT_DETAILS = table([
  [GenAi.USAGE_CACHE_READ_INPUT_TOKENS, "cached_tokens"],
  [GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS, "cache_write_tokens"],
  [GenAi.USAGE_AUDIO_INPUT_TOKENS, "audio_tokens"],
  [GenAi.USAGE_IMAGE_INPUT_TOKENS, "image_tokens"],
]);

const OUTPUT_DETAILS = table([
  [GenAi.USAGE_REASONING_OUTPUT_TOKENS, "reasoning_tokens"],
  [GenAi.USAGE_AUDIO_OUTPUT_TOKENS, "audio_tokens"],
  [GenAi.USAGE_IMAGE_OUTPUT_TOKENS, "image_tokens"],
]);

/** Attribute of the type of a failure. */
export const ERROR_TYPE = "error.type";

/** Returns the attributes that the conventions want when the span is made. */
export function creationAttributes(start: CallStart): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of CREATION) {
    const attribute = attributeValue(value(start));
    if (attribute !== undefined) attributes[name] = attribute;
  }
  return attributes;
}

/** Writes the attributes that depend on the endpoint only. */
export function writeOperationAttributes(span: Span, operation: Operation): void {
  write(span, OPERATION, operation);
}

/**
 * Writes the attributes of the request, without what was said to the model. Stop sequences are written only when `withContent`
 * is true.
 */
export function writeRequestAttributes(span: Span, request: Fields, withContent: boolean): void {
  write(span, withContent ? REQUEST_AND_CONTENT : REQUEST, request);
}

/** Writes the attributes of the answer, without what the model said. */
export function writeAnswerAttributes(span: Span, answer: Answer): void {
  write(span, ANSWER, answer);
  const { usage } = answer;
  if (usage === undefined) return;
  write(span, USAGE, usage);
  write(span, INPUT_DETAILS, usage.inputDetails);
  write(span, OUTPUT_DETAILS, usage.outputDetails);
}

function table(rows: readonly Row[]): Table {
  return new Map(
    rows.map(([attribute, field, read], place) => {
      const before = rows.slice(0, place).filter((row) => row[0] === attribute);
      return [field, { attribute, read, before: before.map((row) => row[1]) }];
    }),
  );
}

function write(span: Span, entries: Table, from: object): void {
  const fields = from as Fields;
  for (const field in fields) {
    const entry = entries.get(field);
    if (entry === undefined || hasAny(fields, entry.before)) continue;
    const { attribute, read } = entry;
    const value = attributeValue(read === undefined ? fields[field] : read(fields[field]));
    if (value !== undefined) span.setAttribute(attribute, value);
  }
}

/** Returns the value as an attribute can hold it; undefined for any other value. A request can hold anything. */
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
