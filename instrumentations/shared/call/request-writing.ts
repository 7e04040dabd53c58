import { serializeValue, textOf, type Fields } from "@svc/core/internal";
import * as Observation from "@svc/core/internal/span-attributes";
import type { RecordedSpan } from "@svc/tracing/internal";
import { mediaFreeText } from "../content/media-free-text.ts";
import { writeByTable } from "./attribute-table.ts";
import type { Operation } from "./operation.ts";

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
