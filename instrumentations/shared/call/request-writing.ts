import type { AttributeValue } from "@opentelemetry/api";
import { serializeValue, textOf, type Fields } from "@svc/core/internal";
import * as Observation from "@svc/core/internal/span-attributes";
import type { RecordedSpan } from "@svc/tracing/internal";
import { mediaFreeText, textWithoutMedia } from "../content/media-free-text.ts";
import type {
  FieldsOfRequest,
  FramedRequest,
  KnownAttributes,
  ReadRequest,
  RequestSettings,
} from "../request/request-reader.ts";
import { writeByTable, type AttributeTarget } from "./attribute-table.ts";
import { frameOf } from "./content-frame.ts";
import type { Operation } from "./operation.ts";

/** Writes the attributes of the request of a call. */
export function writeRequest(span: RecordedSpan, operation: Operation, request: ReadRequest): void {
  if (request.fields === undefined) writeFramed(span, operation, request);
  else writeWhole(span, operation, request);
}

function writeFramed(span: RecordedSpan, operation: Operation, { settings, frame, content }: FramedRequest): void {
  writeKnown(span, settings.attributes!);
  if (!span.content.inputs) return;
  const text = textWithoutMedia(span, content, operation.library.mediaFields, "input");
  span.setAttribute(Observation.OBSERVATION_INPUT, frame.inputStart + text + frame.inputEnd);
}

function writeWhole(span: RecordedSpan, operation: Operation, { fields, body, settings }: FieldsOfRequest): void {
  // The first request with its settings may be the only one.
  if (settings === undefined || settings.uses === 1) {
    writeFields(span, operation, fields);
  } else {
    writeKnown(span, settings.attributes ?? remembered(settings, operation, fields));
    if (body !== undefined) settings.frame = frameOf(operation, fields, body, settings.misfits);
  }
  if (!span.content.inputs) return;
  const text = mediaFreeText(span, operation.input(fields), operation.library.mediaFields, "input");
  if (text !== undefined) span.setAttribute(Observation.OBSERVATION_INPUT, text);
}

/** Returns the attributes that the settings are written as, from now on known. */
function remembered(settings: RequestSettings, operation: Operation, fields: Fields): KnownAttributes {
  const attributes: Array<readonly [name: string, value: AttributeValue]> = [];
  writeFields({ setAttribute: (name, value) => attributes.push([name, value]) }, operation, fields);
  settings.attributes = attributes;
  return attributes;
}

function writeKnown(span: RecordedSpan, attributes: KnownAttributes): void {
  for (let place = 0; place < attributes.length; place++) {
    const attribute = attributes[place]!;
    span.setAttribute(attribute[0], attribute[1]);
  }
}

function writeFields(target: AttributeTarget, operation: Operation, fields: Fields): void {
  writeByTable(target, operation.library.requestAttributes, fields);
  const model = textOf(fields.model);
  const parameters = serializeValue(modelParameters(operation, fields));
  if (model !== undefined) target.setAttribute(Observation.OBSERVATION_MODEL, model);
  if (parameters !== undefined) target.setAttribute(Observation.OBSERVATION_MODEL_PARAMETERS, parameters);
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
