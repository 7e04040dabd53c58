import type { Attributes, Span } from "@opentelemetry/api";
import { isFields, SvcOtelSpanAttributes, textOf, type Fields } from "@svc/core/internal";
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

/** Attribute of the requested model. */
export const REQUEST_MODEL = "gen_ai.request.model";

/**
 * Attributes that the conventions want samplers to see. The SDK checks these early attributes twice, so all others are set
 * later.
 */
const CREATION: readonly (readonly [attribute: string, value: (start: CallStart) => unknown])[] = [
  [SvcOtelSpanAttributes.OBSERVATION_TYPE, ({ operation }) => operation.type],
  ["gen_ai.operation.name", ({ operation }) => operation.name],
  ["gen_ai.provider.name", ({ endpoint }) => endpoint.provider],
  [REQUEST_MODEL, ({ model }) => model],
  ["server.address", ({ endpoint }) => endpoint.address],
  ["server.port", ({ endpoint }) => endpoint.port],
];

const OPERATION = table([
  ["openai.api.type", "apiType"],
  ["gen_ai.output.type", "outputType"],
]);

const REQUEST_ROWS: readonly Row[] = [
  ["gen_ai.request.temperature", "temperature"],
  ["gen_ai.request.top_p", "top_p"],
  ["gen_ai.request.max_tokens", "max_completion_tokens"],
  ["gen_ai.request.max_tokens", "max_output_tokens"],
  ["gen_ai.request.max_tokens", "max_tokens"],
  ["gen_ai.request.frequency_penalty", "frequency_penalty"],
  ["gen_ai.request.presence_penalty", "presence_penalty"],
  ["gen_ai.request.seed", "seed"],
  ["gen_ai.request.choice.count", "n", (count) => (count === 1 ? undefined : count)],
  ["gen_ai.request.stream", "stream", (stream) => (stream === true ? true : undefined)],
  ["gen_ai.request.reasoning.level", "reasoning_effort"],
  ["gen_ai.request.reasoning.level", "reasoning", (reasoning) => fieldOf(reasoning, "effort")],
  ["gen_ai.request.previous_response.id", "previous_response_id"],
  ["gen_ai.request.encoding_formats", "encoding_format", (format) => (format ? [format] : undefined)],
  ["gen_ai.conversation.id", "conversation", (conversation) => textOf(conversation) ?? fieldOf(conversation, "id")],
  ["gen_ai.output.type", "response_format", outputType],
  ["gen_ai.output.type", "text", (text) => outputType(fieldOf(text, "format"))],
  ["openai.request.service_tier", "service_tier"],
];

const REQUEST = table(REQUEST_ROWS);

/** Attributes of the request, with those that may repeat content. */
const REQUEST_AND_CONTENT = table([
  ...REQUEST_ROWS,
  ["gen_ai.request.stop_sequences", "stop", (stop) => (typeof stop === "string" ? [stop] : stop)],
]);

const ANSWER = table([
  ["gen_ai.response.model", "model"],
  ["gen_ai.response.id", "responseId"],
  ["gen_ai.response.finish_reasons", "finishReasons"],
  ["gen_ai.conversation.id", "conversationId"],
  ["gen_ai.embeddings.dimension.count", "dimensions"],
  ["openai.response.service_tier", "serviceTier"],
  ["openai.response.system_fingerprint", "systemFingerprint"],
]);

const USAGE = table([
  ["gen_ai.usage.input_tokens", "input"],
  ["gen_ai.usage.output_tokens", "output"],
]);

const INPUT_DETAILS = table([
  ["gen_ai.usage.cache_read.input_tokens", "cached_tokens"],
  ["gen_ai.usage.cache_write.input_tokens", "cache_write_tokens"],
  ["gen_ai.usage.audio.input_tokens", "audio_tokens"],
  ["gen_ai.usage.image.input_tokens", "image_tokens"],
]);

const OUTPUT_DETAILS = table([
  ["gen_ai.usage.reasoning.output_tokens", "reasoning_tokens"],
  ["gen_ai.usage.audio.output_tokens", "audio_tokens"],
  ["gen_ai.usage.image.output_tokens", "image_tokens"],
]);

/** Attribute of the time from the start of the call to the first chunk of its stream, in seconds. */
export const TIME_TO_FIRST_CHUNK = "gen_ai.response.time_to_first_chunk";

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
