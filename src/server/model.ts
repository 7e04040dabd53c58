import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { GenAi } from "./attribute-names.ts";
import { firstText, firstValue, withPrefix } from "./attribute-reading.ts";
import { isObject, parseJson } from "./json.ts";
import type { Attributes } from "./otlp-span.ts";

const NAME_SOURCES = [svc.OBSERVATION_MODEL, GenAi.RESPONSE_MODEL, GenAi.REQUEST_MODEL];

/** Among the request attributes, the one that is not a parameter of the model but its name. */
const MODEL_KEY = "model";

/** The model as the provider names it. */
export function modelName(attributes: Attributes): string | null {
  return firstText(attributes, NAME_SOURCES);
}

/** The model's parameters as JSON text, or null. Text and numbers are kept, other values become JSON text. */
export function modelParameters(attributes: Attributes): string | null {
  const parameters = ownParameters(attributes) ?? requestParameters(attributes);
  if (parameters.length === 0) return null;
  return JSON.stringify(Object.fromEntries(parameters.map(([name, value]) => [name, plainValue(value)])));
}

function ownParameters(attributes: Attributes): Array<[name: string, value: unknown]> | undefined {
  const written = firstValue(attributes, [svc.OBSERVATION_MODEL_PARAMETERS]);
  const parameters = typeof written === "string" ? parseJson(written) : undefined;
  return isObject(parameters) ? Object.entries(parameters) : undefined;
}

function requestParameters(attributes: Attributes): Array<[name: string, value: unknown]> {
  return [...withPrefix(attributes, GenAi.REQUEST)].filter(([name]) => name !== MODEL_KEY);
}

function plainValue(value: unknown): unknown {
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
