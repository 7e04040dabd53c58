import { SVC_TRACER_NAME, SvcOtelSpanAttributes as svc } from "@svc/core";
import { GenAi, Otel } from "./attribute-names.ts";
import { firstValue, textAttribute } from "./attribute-reading.ts";
import type { ReceivedSpan } from "./otlp-span.ts";

/** What an observation can be. */
export const OBSERVATION_TYPES = [
  "SPAN",
  "GENERATION",
  "EVENT",
  "EMBEDDING",
  "AGENT",
  "TOOL",
  "CHAIN",
  "RETRIEVER",
  "GUARDRAIL",
  "EVALUATOR",
] as const;

/** One of {@link OBSERVATION_TYPES}. */
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

const BY_NAME = new Map<string, ObservationType>(OBSERVATION_TYPES.map((type) => [type.toLowerCase(), type]));

const BY_OPERATION = new Map<string, ObservationType>([
  ["chat", "GENERATION"],
  ["completion", "GENERATION"],
  ["text_completion", "GENERATION"],
  ["generate_content", "GENERATION"],
  ["generate", "GENERATION"],
  ["embeddings", "EMBEDDING"],
  ["invoke_agent", "AGENT"],
  ["create_agent", "AGENT"],
  ["execute_tool", "TOOL"],
]);

const GENERATION_ATTRIBUTES = [
  svc.OBSERVATION_MODEL,
  svc.OBSERVATION_MODEL_PARAMETERS,
  svc.OBSERVATION_USAGE_DETAILS,
  svc.OBSERVATION_COST_DETAILS,
  svc.OBSERVATION_COMPLETION_START_TIME,
  svc.OBSERVATION_PROMPT_NAME,
  svc.OBSERVATION_PROMPT_VERSION,
];

const TOOL_ATTRIBUTES = [GenAi.TOOL_NAME, GenAi.TOOL_CALL_ID];

const MODEL_ATTRIBUTES = [svc.OBSERVATION_MODEL, GenAi.REQUEST_MODEL, GenAi.RESPONSE_MODEL];

type TypeRule = (span: ReceivedSpan) => ObservationType | undefined;

/** In order; a rule that gives nothing leaves the question to the next. */
const RULES: readonly TypeRule[] = [
  (span) => (isMislabelledGeneration(span) ? "GENERATION" : undefined),
  ({ attributes }) => BY_NAME.get(textAttribute(attributes, svc.OBSERVATION_TYPE) ?? ""),
  ({ attributes }) => BY_OPERATION.get(textAttribute(attributes, GenAi.OPERATION_NAME) ?? ""),
  ({ attributes }) => (firstValue(attributes, TOOL_ATTRIBUTES) === undefined ? undefined : "TOOL"),
  ({ attributes }) => (firstValue(attributes, MODEL_ATTRIBUTES) === undefined ? undefined : "GENERATION"),
];

/** The type of the observation that a span becomes; `SPAN` when nothing says otherwise. */
export function observationType(span: ReceivedSpan): ObservationType {
  for (const rule of RULES) {
    const type = rule(span);
    if (type !== undefined) return type;
  }
  return "SPAN";
}

// Python SDKs up to 3.3 wrote "span" on updated generations.
function isMislabelledGeneration({ attributes, resource, scope }: ReceivedSpan): boolean {
  return (
    attributes.get(svc.OBSERVATION_TYPE) === "span" &&
    scope.name === SVC_TRACER_NAME &&
    resource.get(Otel.SDK_LANGUAGE) === "python" &&
    isUpTo(scope.version, 3, 3) &&
    firstValue(attributes, GENERATION_ATTRIBUTES) !== undefined
  );
}

function isUpTo(version: string, major: number, minor: number): boolean {
  const [actualMajor = Number.NaN, actualMinor = 0] = version.split(".").map(Number);
  return actualMajor < major || (actualMajor === major && actualMinor <= minor);
}
