import type { AttributeValue, Span } from "@opentelemetry/api";
import { isFields, textOf, type Fields } from "@svc/core/internal";
import { OBSERVATION_INPUT } from "@svc/core/internal/span-attributes";
import { writeObservationAttributes } from "@svc/tracing/internal";
import { mediaFreeText, textWithoutMedia } from "../content/media-free-text.ts";
import { pick } from "../data/fields.ts";
import {
  knownAttributes,
  type FieldsOfRequest,
  type FramedRequest,
  type KnownAttributes,
  type ReadRequest,
  type RequestSettings,
} from "../request/request-reader.ts";
import { writeByTable, type AttributeTarget } from "./attribute-table.ts";
import { frameOf } from "./content-frame.ts";
import type { Operation } from "./operation.ts";

/** Writes the attributes of the request of a call. Without `withContent`, what was said to the model is left out. */
export function writeRequest(span: Span, operation: Operation, request: ReadRequest, withContent: boolean): void {
  if (request.fields === undefined) writeFramed(span, operation, request, withContent);
  else writeWhole(span, operation, request, withContent);
}

function writeFramed(span: Span, operation: Operation, request: FramedRequest, withContent: boolean): void {
  const { settings, frame, content } = request;
  writeKnown(span, knownAttributes(settings, withContent)!);
  if (!withContent) return;
  const text = textWithoutMedia(span, content, operation.library.mediaFields, "input");
  span.setAttribute(OBSERVATION_INPUT, frame.inputStart + text + frame.inputEnd);
}

function writeWhole(span: Span, operation: Operation, request: FieldsOfRequest, withContent: boolean): void {
  const { fields, body, settings } = request;
  // The first request with its settings may be the only one.
  if (settings === undefined || settings.uses === 1) {
    writeFields(span, operation, fields, withContent);
  } else {
    writeKnown(span, knownAttributes(settings, withContent) ?? remembered(settings, operation, fields, withContent));
    if (body !== undefined) settings.frame = frameOf(operation, fields, body, settings.misfits);
  }
  if (!withContent) return;
  const text = mediaFreeText(span, operation.input(fields), operation.library.mediaFields, "input");
  if (text !== undefined) span.setAttribute(OBSERVATION_INPUT, text);
}

/** Returns the attributes that the settings are written as, from now on known. */
function remembered(
  settings: RequestSettings,
  operation: Operation,
  fields: Fields,
  withContent: boolean,
): KnownAttributes {
  const attributes: Array<readonly [name: string, value: AttributeValue]> = [];
  const target: AttributeTarget = { setAttribute: (name, value) => attributes.push([name, value]) };
  writeFields(target, operation, fields, withContent);
  if (withContent) settings.attributes = attributes;
  else settings.attributesWithoutContent = attributes;
  return attributes;
}

function writeKnown(span: Span, attributes: KnownAttributes): void {
  for (let place = 0; place < attributes.length; place++) {
    const attribute = attributes[place]!;
    span.setAttribute(attribute[0], attribute[1]);
  }
}

function writeFields(target: AttributeTarget, operation: Operation, fields: Fields, withContent: boolean): void {
  const { requestAttributes, requestAttributesWithContent } = operation.library;
  writeByTable(target, withContent ? requestAttributesWithContent : requestAttributes, fields);
  const model = textOf(fields.model);
  const parameters = modelParameters(operation, fields, withContent);
  writeObservationAttributes(target, { modelParameters: parameters, ...(model !== undefined && { model }) });
}

/**
 * Returns the model parameters that the request gives; null is not a value. Without `withContent`, parameters that hold content
 * are left out.
 */
function modelParameters(
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
