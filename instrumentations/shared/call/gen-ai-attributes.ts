import type { Attributes, Span } from "@opentelemetry/api";
import { isFields, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import { hasAny, pick } from "../data/fields.ts";
import type { Answer, AttributeTable, Endpoint, FieldAttribute, Library, Operation } from "./operation.ts";

/** Data of a call before it is made. */
interface CallStart {
  readonly operation: Operation;
  /** Model, or the source of data that is searched. */
  readonly subject: string | undefined;
  readonly endpoint: Endpoint;
}

/** Name, attributes and endpoint of a span at its start. */
interface SpanStart {
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly attributes: Attributes;
}

/**
 * Attribute, the field that its value comes from, and a function that reads the value where it differs from the field. Of
 * several rows with one attribute, the first row whose field is given counts.
 */
export type AttributeRow = readonly [attribute: string, field: string, read?: (value: unknown) => unknown];

/** Attribute of the type of a failure. */
export const ERROR_TYPE = "error.type";

/**
 * Attributes that the conventions want samplers to see. The SDK checks these early attributes twice, so all others are set
 * later.
 */
const CREATION: readonly (readonly [attribute: string, value: (start: CallStart) => unknown])[] = [
  [OBSERVATION_TYPE, ({ operation }) => operation.type],
  [GenAi.OPERATION_NAME, ({ operation }) => operation.name],
  [GenAi.PROVIDER_NAME, ({ endpoint }) => endpoint.provider],
  [GenAi.REQUEST_MODEL, subjectIn("model")],
  [GenAi.DATA_SOURCE_ID, subjectIn("dataSource")],
  ["server.address", ({ endpoint }) => endpoint.address],
  ["server.port", ({ endpoint }) => endpoint.port],
];

/** Attributes of the fields of an {@link Answer} that the answers of every package can have. */
export const ANSWER_ATTRIBUTES: readonly AttributeRow[] = [
  [GenAi.RESPONSE_MODEL, "model"],
  [GenAi.RESPONSE_ID, "responseId"],
  [GenAi.RESPONSE_FINISH_REASONS, "finishReasons"],
  [GenAi.CONVERSATION_ID, "conversationId"],
  [GenAi.EMBEDDINGS_DIMENSION_COUNT, "dimensions"],
  [GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS, "cacheWriteTokens"],
];

const USAGE = attributeTable([
  [GenAi.USAGE_INPUT_TOKENS, "input"],
  [GenAi.USAGE_OUTPUT_TOKENS, "output"],
]);

const INPUT_DETAILS = attributeTable([
  [GenAi.USAGE_CACHE_READ_INPUT_TOKENS, "cached_tokens"],
  [GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS, "cache_write_tokens"],
  [GenAi.USAGE_AUDIO_INPUT_TOKENS, "audio_tokens"],
  [GenAi.USAGE_IMAGE_INPUT_TOKENS, "image_tokens"],
]);

const OUTPUT_DETAILS = attributeTable([
  [GenAi.USAGE_REASONING_OUTPUT_TOKENS, "reasoning_tokens"],
  [GenAi.USAGE_AUDIO_OUTPUT_TOKENS, "audio_tokens"],
  [GenAi.USAGE_IMAGE_OUTPUT_TOKENS, "image_tokens"],
]);

const MAX_KNOWN_SUBJECTS = 100;

/** Latest start for each model: the next call of a model nearly always goes to the same endpoint. */
const latest = new WeakMap<Operation, Map<string | undefined, SpanStart>>();

/** Returns the table of these rows. */
export function attributeTable(rows: readonly AttributeRow[]): AttributeTable {
  return new Map(
    rows.map(([attribute, field, read], place): [string, FieldAttribute] => {
      const before = rows.slice(0, place).filter((row) => row[0] === attribute);
      return [field, { attribute, read, before: before.map((row) => row[1]) }];
    }),
  );
}

/** Returns the name of the span of a call of this model, or of a search of this source of data. */
export function spanNameOf({ name }: Operation, subject: string | undefined): string {
  return subject === undefined ? name : `${name} ${subject}`;
}

/** Returns the name of a call's span and the attributes that the span starts with. Callers must not change the attributes. */
export function spanStart(operation: Operation, subject: string | undefined, endpoint: Endpoint): SpanStart {
  let bySubject = latest.get(operation);
  if (bySubject === undefined) latest.set(operation, (bySubject = new Map()));
  let start = bySubject.get(subject);
  if (start?.endpoint !== endpoint) {
    const attributes = creationAttributes({ operation, subject, endpoint });
    start = { endpoint, name: spanNameOf(operation, subject), attributes };
    if (bySubject.size < MAX_KNOWN_SUBJECTS || bySubject.has(subject)) bySubject.set(subject, start);
  }
  return start;
}

/** Writes the attributes that depend on the endpoint only. */
export function writeOperationAttributes(span: Span, { attributes }: Operation): void {
  for (const name in attributes) span.setAttribute(name, attributes[name]!);
}

/** Writes the attributes of the request, without what was said to the model. */
export function writeRequestAttributes(span: Span, library: Library, request: Fields, withContent: boolean): void {
  writeByTable(span, withContent ? library.requestAttributesWithContent : library.requestAttributes, request);
}

/** Writes the attributes of the answer, without what the model said. */
export function writeAnswerAttributes(span: Span, library: Library, answer: Answer): void {
  writeByTable(span, library.answerAttributes, answer);
  const { usage } = answer;
  if (usage === undefined) return;
  writeByTable(span, USAGE, usage);
  writeByTable(span, INPUT_DETAILS, usage.inputDetails);
  writeByTable(span, OUTPUT_DETAILS, usage.outputDetails);
}

/**
 * Returns the model parameters that the request gives; null is not a value. Without `withContent`, parameters that hold content
 * are left out.
 */
export function modelParameters(
  { library, parameters: names }: Operation,
  request: Fields,
  withContent: boolean,
): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const name in request) {
    const value = request[name];
    if (value === undefined || value === null || !names.has(name)) continue;
    if (withContent || !library.contentParameters.has(name)) parameters[name] = value;
  }
  if (withContent) return parameters;
  for (const name of library.shapeParameters) {
    if (isFields(parameters[name])) parameters[name] = shapeOnly(parameters[name]);
  }
  return parameters;
}

/** Returns the kind of shape that the request asks for, without the schema. */
function shapeOnly(shape: Fields): Record<string, unknown> {
  const kind = pick(shape, ["type", "verbosity", "effort"]);
  if (isFields(shape.format)) kind.format = shapeOnly(shape.format);
  return kind;
}

function subjectIn(name: "model" | "dataSource"): (start: CallStart) => unknown {
  return ({ operation, subject }) => ((operation.subject ?? "model") === name ? subject : undefined);
}

function creationAttributes(start: CallStart): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of CREATION) {
    const attribute = attributeValue(value(start));
    if (attribute !== undefined) attributes[name] = attribute;
  }
  return attributes;
}

function writeByTable(span: Span, entries: AttributeTable, from: object): void {
  const fields = from as Fields;
  for (const field in fields) {
    const given = fields[field];
    if (given === undefined || given === null) continue;
    const entry = entries.get(field);
    if (entry === undefined || hasAny(fields, entry.before)) continue;
    const { attribute, read } = entry;
    const value = attributeValue(read === undefined ? given : read(given));
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
