import type { Attributes, AttributeValue } from "@opentelemetry/api";
import {
  countOf,
  fieldsOf,
  isFields,
  textOf,
  usageAttributes,
  type Fields,
  type UsageDetails,
} from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import * as A from "@svc/core/internal/span-attributes";

/** Attributes of the request, and the names of their parameters in the frameworks, which write no attributes of them. */
const PARAMETERS: ReadonlyArray<readonly [attribute: string, names: readonly string[]]> = [
  [GenAi.REQUEST_TEMPERATURE, ["temperature"]],
  [GenAi.REQUEST_TOP_P, ["top_p", "topP"]],
  [GenAi.REQUEST_TOP_K, ["top_k", "topK"]],
  [
    GenAi.REQUEST_MAX_TOKENS,
    ["max_tokens", "maxTokens", "max_output_tokens", "maxOutputTokens", "max_completion_tokens"],
  ],
  [GenAi.REQUEST_FREQUENCY_PENALTY, ["frequency_penalty", "frequencyPenalty"]],
  [GenAi.REQUEST_PRESENCE_PENALTY, ["presence_penalty", "presencePenalty"]],
  [GenAi.REQUEST_SEED, ["seed"]],
  [GenAi.REQUEST_CHOICE_COUNT, ["n"]],
  [GenAi.REQUEST_STOP_SEQUENCES, ["stop", "stop_sequences", "stopSequences"]],
  [GenAi.REQUEST_REASONING_LEVEL, ["reasoning_effort", "reasoningEffort"]],
];

/**
 * Returns the attributes of the conventions that follow from those of a model call's observation: models, parameters and
 * usage.
 */
export function modelScalars(attributes: Attributes): Attributes {
  const parameters = parsedFields(attributes[A.OBSERVATION_MODEL_PARAMETERS]);
  const model = textOf(attributes[A.OBSERVATION_MODEL]);
  return {
    ...(model !== undefined && { [GenAi.REQUEST_MODEL]: model, [GenAi.RESPONSE_MODEL]: model }),
    ...parameterAttributes(parameters),
    ...usageAttributes(parsedCounts(attributes[A.OBSERVATION_USAGE_DETAILS])),
  };
}

function parameterAttributes(parameters: Fields): Attributes {
  const found: Attributes = {};
  for (const [attribute, names] of PARAMETERS) {
    const value = names.map((name) => parameters[name]).find((each) => each != null);
    const written = attribute === GenAi.REQUEST_STOP_SEQUENCES && typeof value === "string" ? [value] : value;
    if (isAttributeValue(written)) found[attribute] = written;
  }
  return found;
}

function parsedFields(value: AttributeValue): Fields {
  const fields = parsed(value);
  return isFields(fields) ? fieldsOf(fields) : {};
}

function parsedCounts(value: AttributeValue): UsageDetails {
  const counts = Object.entries(parsedFields(value)).map(([kind, count]) => [kind, countOf(count)] as const);
  return Object.fromEntries(counts.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

function parsed(value: AttributeValue): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function isAttributeValue(value: unknown): value is AttributeValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return ["string", "number", "boolean"].includes(typeof value);
}
