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

/** Attributes of the request, and the names of their parameters in the frameworks, which write no attributes of the conventions. */
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

/** Providers by the beginning of a framework's name for them. A name that is not here is the provider's own. */
const PROVIDERS: ReadonlyArray<readonly [pattern: RegExp, provider: string]> = [
  [/^google[._-]?vertex|^vertex/, "gcp.vertex_ai"],
  [/^google|^gemini/, "gcp.gemini"],
  [/bedrock/, "aws.bedrock"],
  [/^azure/, "azure.ai.openai"],
  [/^mistral/, "mistral_ai"],
  [/^xai|^x-ai/, "x_ai"],
  [/^ibm|^watsonx/, "ibm.watsonx.ai"],
];

/**
 * Returns the attributes of the conventions that follow from those of a model call's observation: provider, models, parameters, usage and
 * the answer's id and end.
 */
export function modelScalars(attributes: Attributes): Attributes {
  const parameters = parsedFields(attributes[A.OBSERVATION_MODEL_PARAMETERS]);
  const model = textOf(attributes[A.OBSERVATION_MODEL]);
  return {
    ...(model !== undefined && { [GenAi.REQUEST_MODEL]: model, [GenAi.RESPONSE_MODEL]: model }),
    ...providerAttribute(parameters, attributes),
    ...parameterAttributes(parameters),
    ...usageAttributes(parsedCounts(attributes[A.OBSERVATION_USAGE_DETAILS])),
    ...answerAttributes(attributes),
  };
}

/** Returns the id by which the model called a tool, where the framework reports it. */
export function toolCallId(attributes: Attributes): Attributes {
  const id = metadataText(attributes, "tool_call_id");
  return id === undefined ? {} : { [GenAi.TOOL_CALL_ID]: id };
}

/** Returns the provider that a framework names, in the words of the conventions. */
export function providerOf(name: string): string {
  const [first = name] = name.toLowerCase().split(".");
  return PROVIDERS.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? first;
}

function providerAttribute(parameters: Fields, attributes: Attributes): Attributes {
  const named = textOf(parameters["provider"]) ?? metadataText(attributes, "ls_provider");
  return named === undefined ? {} : { [GenAi.PROVIDER_NAME]: providerOf(named) };
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

function answerAttributes(attributes: Attributes): Attributes {
  const id = metadataText(attributes, "response_id");
  const reason = metadataText(attributes, "finish_reason");
  return {
    ...(id !== undefined && { [GenAi.RESPONSE_ID]: id }),
    ...(reason !== undefined && { [GenAi.RESPONSE_FINISH_REASONS]: [reason] }),
  };
}

/** Returns a text of the metadata, which is JSON in its attribute. */
function metadataText(attributes: Attributes, key: string): string | undefined {
  return textOf(parsed(attributes[`${A.OBSERVATION_METADATA}.${key}`]));
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
