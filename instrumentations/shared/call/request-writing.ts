import type { AttributeValue, Span } from "@opentelemetry/api";
import { isFields, textOf, type Fields } from "@svc/core/internal";
import { OBSERVATION_INPUT } from "@svc/core/internal/span-attributes";
import { writeObservationAttributes } from "@svc/tracing/internal";
import { mediaFreeText } from "../content/media-free-text.ts";
import { pick } from "../data/fields.ts";
import type { KnownAttributes, ReadRequest, RequestSettings } from "../request/sent-request.ts";
import { writeByTable, type AttributeTarget } from "./attribute-table.ts";
import type { Operation } from "./operation.ts";

/** Writes the attributes of the request of a call. Without `withContent`, what was said to the model is left out. */
export function writeRequest(span: Span, operation: Operation, request: ReadRequest, withContent: boolean): void {
  const { fields, settings } = request;
  const known = settings?.attributes[withContent ? 1 : 0];
  if (known === undefined) writeSettings(span, operation, request, withContent);
  else writeKnown(span, known);
  if (!withContent) return;
  const text = mediaFreeText(span, operation.input(fields), operation.library.mediaFields, "input");
  if (text !== undefined) span.setAttribute(OBSERVATION_INPUT, text);
}

/** Attributes of settings, to be written again for the next request with the same settings. */
class Remembered implements AttributeTarget {
  readonly attributes: Array<readonly [name: string, value: AttributeValue]> = [];

  setAttribute(name: string, value: AttributeValue): void {
    this.attributes.push([name, value]);
  }
}

function writeSettings(span: Span, operation: Operation, { fields, settings }: ReadRequest, withContent: boolean): void {
  // The first request with its settings may be the only one.
  if (settings === undefined || settings.uses === 1) {
    writeFields(span, operation, fields, withContent);
    return;
  }
  const remembered = new Remembered();
  writeFields(remembered, operation, fields, withContent);
  rememberIn(settings, remembered.attributes, withContent);
  writeKnown(span, remembered.attributes);
}

function rememberIn({ attributes }: RequestSettings, known: KnownAttributes, withContent: boolean): void {
  attributes[withContent ? 1 : 0] = known;
}

function writeKnown(span: Span, attributes: KnownAttributes): void {
  for (let place = 0; place < attributes.length; place++) span.setAttribute(attributes[place]![0], attributes[place]![1]);
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

