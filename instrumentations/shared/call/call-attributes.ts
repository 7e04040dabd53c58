import type { Attributes, AttributeValue } from "@opentelemetry/api";
import { logger, serializeValue, textOf, usageAttributes, type Fields, type TokenUsage } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import * as Observation from "@svc/core/internal/span-attributes";
import type { RecordedSpan } from "@svc/tracing/internal";
import { mediaFreeText } from "../content/content-text.ts";
import { definedFields, hasAny } from "../data/fields.ts";
import type { Ending } from "./ending.ts";
import type { Answer, AttributeTable, Endpoint, FieldAttribute, Operation } from "./operation.ts";

/** Data of a call before it is made. */
interface CallStart {
  readonly operation: Operation;
  /** Model, or the source of data that is searched. */
  readonly subject: string | undefined;
  readonly endpoint: Endpoint;
}

/** Name and attributes of a span at its start. */
interface SpanStart {
  readonly name: string;
  readonly attributes: Attributes;
}

/**
 * Attributes that the conventions want samplers to see. The SDK checks these early attributes twice, so all others are set
 * later.
 */
const CREATION: readonly (readonly [attribute: string, value: (start: CallStart) => unknown])[] = [
  [Observation.OBSERVATION_TYPE, ({ operation }) => operation.type],
  [GenAi.OPERATION_NAME, ({ operation }) => operation.name],
  [GenAi.PROVIDER_NAME, ({ endpoint }) => endpoint.provider],
  [GenAi.REQUEST_MODEL, subjectIn("model")],
  [GenAi.DATA_SOURCE_ID, subjectIn("dataSource")],
  ["server.address", ({ endpoint }) => endpoint.address],
  ["server.port", ({ endpoint }) => endpoint.port],
];

/** Returns the name of the span of a call of this model, or of a search of this source of data. */
export function spanNameOf({ name }: Operation, subject: string | undefined): string {
  return subject === undefined ? name : `${name} ${subject}`;
}

/** Returns the name of a call's span and the attributes that the span starts with. */
export function spanStart(operation: Operation, subject: string | undefined, endpoint: Endpoint): SpanStart {
  return {
    name: spanNameOf(operation, subject),
    attributes: creationAttributes({ operation, subject, endpoint }),
  };
}

/** Writes the attributes that depend on the endpoint only. */
export function writeOperationAttributes(span: RecordedSpan, { attributes }: Operation): void {
  for (const name in attributes) span.setAttribute(name, attributes[name]!);
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

/** Writes the attributes of the request of a call. */
export function writeRequest(span: RecordedSpan, operation: Operation, fields: Fields): void {
  writeByTable(span, operation.library.requestAttributes, fields);
  const model = textOf(fields.model);
  const parameters = serializeValue(modelParameters(operation, fields));
  if (model !== undefined) span.setAttribute(Observation.OBSERVATION_MODEL, model);
  if (parameters !== undefined) span.setAttribute(Observation.OBSERVATION_MODEL_PARAMETERS, parameters);
  if (!span.content.inputs) return;
  const text = mediaFreeText(span, operation.input(fields), operation.library.mediaFields, "input");
  if (text !== undefined) span.setAttribute(Observation.OBSERVATION_INPUT, text);
}

/** Returns the model parameters that the request gives; null is not a value. */
function modelParameters({ parameters: names }: Operation, request: Fields): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const name in request) {
    const value = request[name];
    if (value !== undefined && value !== null && names.has(name)) parameters[name] = value;
  }
  return parameters;
}

/**
 * Writes the attributes of the answer of a call; `completionStart` is the time of its first content.
 *
 * The fields are named one by one: a loop over a table of them takes several times as long.
 */
export function writeAnswer(
  span: RecordedSpan,
  operation: Operation,
  answer: Answer,
  completionStart: Date | undefined,
): void {
  const { model, usage, metadata } = answer;
  const { answerAttributes, mediaFields } = operation.library;
  write(span, GenAi.RESPONSE_MODEL, model);
  write(span, GenAi.RESPONSE_ID, answer.responseId);
  write(span, GenAi.RESPONSE_FINISH_REASONS, attributeValue(answer.finishReasons));
  write(span, GenAi.CONVERSATION_ID, answer.conversationId);
  write(span, GenAi.EMBEDDINGS_DIMENSION_COUNT, answer.dimensions);
  for (const name in answerAttributes) write(span, answerAttributes[name]!, attributeValue((answer as Fields)[name]));
  const output = span.content.outputs ? mediaFreeText(span, answer.output, mediaFields, "output") : undefined;
  write(span, Observation.OBSERVATION_OUTPUT, output);
  write(span, Observation.OBSERVATION_MODEL, model);
  if (usage !== undefined) writeUsage(span, operation.type === "embedding" ? withoutEmptyOutput(usage) : usage);
  if (completionStart !== undefined) span.write({ completionStartTime: completionStart });
  if (metadata !== undefined) span.writeMetadata(definedFields(metadata));
}

/** Returns the usage of a call for vectors without an output of 0, which some servers and packages report. */
function withoutEmptyOutput(usage: TokenUsage): TokenUsage {
  const { output, ...kinds } = usage.kinds;
  return output === 0 ? { ...usage, kinds } : usage;
}

function writeUsage(span: RecordedSpan, { kinds, cost, problems }: TokenUsage): void {
  const attributes = usageAttributes(kinds);
  for (const name in attributes) span.setAttribute(name, attributes[name]!);
  span.setAttribute(Observation.OBSERVATION_USAGE_DETAILS, JSON.stringify(kinds));
  if (cost !== undefined) span.write({ costDetails: { total: cost } });
  if (problems.length === 0) return;
  logger.debug(`The usage of a model call is not as it should be. ${problems.join(" · ")}`);
  span.writeMetadata({ [PROBLEMS]: problems });
}

/** Key of the metadata with the values that could not be kept. The service writes the same key. */
const PROBLEMS = "svc_problems";

function write(span: RecordedSpan, attribute: string, value: string | number | boolean | string[] | undefined): void {
  if (value !== undefined) span.setAttribute(attribute, value);
}

/** Writes the attributes and the status of the end of a call. */
export function writeEnding(span: RecordedSpan, { outcome, level, statusMessage, errorType }: Ending): void {
  span.write({
    ...(level && { level }),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(outcome && { metadata: { outcome } }),
  });
  if (errorType !== undefined) span.fail(statusMessage, errorType);
}

/**
 * Attribute, the field that its value comes from, and a function that reads the value where it differs from the field. Of
 * several rows with one attribute, the first row whose field is given counts.
 */
export type AttributeRow = readonly [attribute: string, field: string, read?: (value: unknown) => unknown];

/** Receiver of attributes: a span, or a list that remembers them. */
export interface AttributeTarget {
  setAttribute(name: string, value: AttributeValue): unknown;
}

export function attributeTable(rows: readonly AttributeRow[]): AttributeTable {
  return new Map(
    rows.map(([attribute, field, read], place): [string, FieldAttribute] => {
      const before = rows.slice(0, place).filter((row) => row[0] === attribute);
      return [field, { attribute, read, before: before.map((row) => row[1]) }];
    }),
  );
}

/** Writes the attributes of the fields that the table names. */
export function writeByTable(target: AttributeTarget, entries: AttributeTable, from: object): void {
  const fields = from as Fields;
  for (const field in fields) {
    const given = fields[field];
    if (given === undefined || given === null) continue;
    const entry = entries.get(field);
    if (entry === undefined || (entry.before.length > 0 && hasAny(fields, entry.before))) continue;
    const { attribute, read } = entry;
    const value = attributeValue(read === undefined ? given : read(given));
    if (value !== undefined) target.setAttribute(attribute, value);
  }
}

/** Returns the value as an attribute can hold it; undefined for any other value. A request can hold anything. */
export function attributeValue(value: unknown): string | number | boolean | string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!Array.isArray(value)) return undefined;
  // A span copies the list.
  const texts = areTexts(value) ? value : value.filter((item) => typeof item === "string");
  return texts.length > 0 ? texts : undefined;
}

function areTexts(values: readonly unknown[]): values is string[] {
  for (let place = 0; place < values.length; place++) if (typeof values[place] !== "string") return false;
  return true;
}
