import { SvcOtelSpanAttributes as svc, isExactNumber } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseContent } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { aiSdkParameters, isAiSdkSpan } from "../attributes/ai-sdk.ts";
import { AiSdk, Genkit, Llm } from "../attributes/attribute-names.ts";
import { firstText, firstValue, textAttribute } from "../attributes/attribute-reading.ts";
import { NameCache } from "../attributes/name-cache.ts";

const NAME_SOURCES = [
  svc.OBSERVATION_MODEL,
  GenAi.RESPONSE_MODEL,
  AiSdk.MODEL_ID,
  GenAi.REQUEST_MODEL,
  Llm.RESPONSE_MODEL,
  Llm.MODEL_NAME,
  Llm.EMBEDDING_MODEL,
  Llm.MODEL,
];

/** Subtypes of Genkit's spans whose name is that of the model. */
export const GENKIT_MODELS: ReadonlySet<string> = new Set(["model", "background-model", "embedder"]);

/** Name among the request attributes that holds the model, not a parameter. */
const MODEL_KEY = "model";

/** Returns the model as the provider names it; null when the span names no model. */
export function modelName(attributes: Attributes): string | null {
  const name = firstText(attributes, NAME_SOURCES);
  if (name !== null) return name;
  return GENKIT_MODELS.has(textAttribute(attributes, Genkit.SUBTYPE) ?? "")
    ? firstText(attributes, [Genkit.NAME])
    : null;
}

type Parameters = Record<string, unknown>;

/** Readers of parameters in order of precedence. The first that finds any parameters decides. */
const PARAMETER_SOURCES: ReadonlyArray<(span: ReceivedSpan) => Parameters | undefined> = [
  ({ attributes }) => jsonObject(attributes, svc.OBSERVATION_MODEL_PARAMETERS),
  ({ attributes, scope }) => (scope.name === Genkit.SCOPE ? genkitConfig(attributes) : undefined),
  (span) => (isAiSdkSpan(span) ? aiSdkParameters(span.attributes) : undefined),
  ({ attributes }) => jsonObject(attributes, Llm.INVOCATION_PARAMETERS),
  ({ attributes }) => jsonObject(attributes, Llm.MODEL_CONFIG),
  ({ attributes }) => requestParameters(attributes),
];

/** Returns the model's parameters as JSON text, or null. Text and numbers stay unchanged, other values become JSON text. */
export function modelParameters(span: ReceivedSpan): string | null {
  for (const read of PARAMETER_SOURCES) {
    const entries = Object.entries(read(span) ?? {});
    if (entries.length > 0) {
      return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, plainValue(value)])));
    }
  }
  return null;
}

function jsonObject(attributes: Attributes, name: string): Parameters | undefined {
  const written = firstValue(attributes, [name]);
  const parameters = typeof written === "string" ? parseContent(written) : undefined;
  return isObject(parameters) ? parameters : undefined;
}

function genkitConfig(attributes: Attributes): Parameters | undefined {
  const config = jsonObject(attributes, Genkit.INPUT)?.["config"];
  return isObject(config) ? config : undefined;
}

const PREFIXES = [GenAi.REQUEST_PREFIX, `${Llm.INVOCATION_PARAMETERS}.`];

/** Cache of the names of parameters in the names of attributes; empty for other attributes, and for the model. */
const parameterNames = new NameCache((attribute) => {
  const prefix = PREFIXES.find((one) => attribute.startsWith(one));
  const name = prefix === undefined ? "" : attribute.slice(prefix.length);
  return name === MODEL_KEY ? "" : name;
});

function requestParameters(attributes: Attributes): Parameters {
  return Object.fromEntries(
    [...attributes].flatMap(([attribute, value]) => {
      const name = parameterNames.get(attribute);
      return name === "" ? [] : [[name, value]];
    }),
  );
}

function plainValue(value: unknown): unknown {
  return typeof value === "string" || typeof value === "number" || isExactNumber(value) ? value : JSON.stringify(value);
}
