import { SVC_TRACER_NAME, SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPES, type ObservationType } from "../../observations/observation-type.ts";
import type { Attributes, ReceivedSpan } from "../otlp/otlp-span.ts";
import { aiSdkOperations } from "./attributes/ai-sdk.ts";
import {
  AiSdk,
  ClaudeCode,
  Genkit,
  Haystack,
  LangSmith,
  LiveKit,
  Llm,
  Logfire,
  MLflow,
  Mastra,
  Otel,
  Others,
  Traceloop,
} from "./attributes/attribute-names.ts";
import { firstValue, textAttribute } from "./attributes/attribute-reading.ts";

const BY_NAME = new Map<string, ObservationType>(OBSERVATION_TYPES.map((type) => [type.toLowerCase(), type]));

type TypeTable = ReadonlyMap<string, ObservationType>;

const BY_OPENINFERENCE_KIND: TypeTable = new Map([
  ["CHAIN", "CHAIN"],
  ["RETRIEVER", "RETRIEVER"],
  ["LLM", "GENERATION"],
  ["EMBEDDING", "EMBEDDING"],
  ["AGENT", "AGENT"],
  ["TOOL", "TOOL"],
  ["GUARDRAIL", "GUARDRAIL"],
  ["EVALUATOR", "EVALUATOR"],
  ["RERANKER", "RETRIEVER"],
]);

const BY_LANGSMITH_KIND: TypeTable = new Map([
  ["llm", "GENERATION"],
  ["embedding", "EMBEDDING"],
  ["retriever", "RETRIEVER"],
  ["chain", "CHAIN"],
  ["tool", "TOOL"],
  ["prompt", "SPAN"],
  ["parser", "SPAN"],
]);

const BY_MLFLOW_TYPE: TypeTable = new Map([...BY_OPENINFERENCE_KIND, ["CHAT_MODEL", "GENERATION"]]);

const BY_MASTRA_TYPE: TypeTable = new Map([
  ["agent_run", "AGENT"],
  ["workflow_run", "CHAIN"],
  ["tool_call", "TOOL"],
  ["mcp_tool_call", "TOOL"],
  ["model_inference", "GENERATION"],
  ["model_generation", "SPAN"],
  ["model_step", "SPAN"],
]);

const BY_OPERATION: TypeTable = new Map([
  ["chat", "GENERATION"],
  ["completion", "GENERATION"],
  ["text_completion", "GENERATION"],
  ["generate_content", "GENERATION"],
  ["generate", "GENERATION"],
  ["embedding", "EMBEDDING"],
  ["embeddings", "EMBEDDING"],
  ["invoke_agent", "AGENT"],
  ["create_agent", "AGENT"],
  ["execute_tool", "TOOL"],
  ["invoke_workflow", "CHAIN"],
  ["plan", "CHAIN"],
  ["retrieval", "RETRIEVER"],
  ["rerank", "RETRIEVER"],
  ["realtime_inference", "GENERATION"],
  ["speech", "GENERATION"],
  ["transcription", "GENERATION"],
]);

const BY_GENKIT_SUBTYPE: TypeTable = new Map([
  ["background-model", "GENERATION"],
  ["model", "GENERATION"],
  ["embedder", "EMBEDDING"],
  ["tool", "TOOL"],
  ["tool.v2", "TOOL"],
  ["retriever", "RETRIEVER"],
  ["evaluator", "EVALUATOR"],
]);

/** Operations of the AI SDK that call a model. They count only on spans that name the model. */
const BY_AI_CALL: TypeTable = new Map([
  ["ai.generateText.doGenerate", "GENERATION"],
  ["ai.streamText.doStream", "GENERATION"],
  ["ai.generateObject.doGenerate", "GENERATION"],
  ["ai.streamObject.doStream", "GENERATION"],
  ["ai.embed.doEmbed", "EMBEDDING"],
  ["ai.embedMany.doEmbed", "EMBEDDING"],
  ["ai.rerank.doRerank", "RETRIEVER"],
]);

const BY_AI_OPERATION: TypeTable = new Map([["ai.toolCall", "TOOL"]]);

const BY_CLAUDE_CODE_SPAN: TypeTable = new Map([
  ["claude_code.interaction", "AGENT"],
  ["claude_code.llm_request", "GENERATION"],
  ["claude_code.tool", "TOOL"],
]);

const BY_LIVEKIT_SPAN: TypeTable = new Map([
  ["agent_turn", "AGENT"],
  ["start_agent_activity", "AGENT"],
  ["function_tool", "TOOL"],
  // Spans around the call and inside of it, which repeat its model.
  ["llm_node", "SPAN"],
  ["llm_request_run", "SPAN"],
]);

const BY_TRACELOOP_KIND: TypeTable = new Map([
  ["agent", "AGENT"],
  ["tool", "TOOL"],
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

const MODEL_ATTRIBUTES = [svc.OBSERVATION_MODEL, GenAi.REQUEST_MODEL, GenAi.RESPONSE_MODEL, Llm.MODEL_NAME];

type TypeRule = (span: ReceivedSpan) => ObservationType | undefined;

const byAttribute =
  (name: string, table: TypeTable): TypeRule =>
  ({ attributes }) =>
    table.get(textAttribute(attributes, name) ?? "");

/** Rules in order of precedence. A rule that returns undefined passes the span to the next rule. */
const RULES: readonly TypeRule[] = [
  (span) => (isMislabelledGeneration(span) ? "GENERATION" : undefined),
  byAttribute(svc.OBSERVATION_TYPE, BY_NAME),
  byAttribute(Llm.SPAN_KIND, BY_OPENINFERENCE_KIND),
  byAttribute(LangSmith.SPAN_KIND, BY_LANGSMITH_KIND),
  byAttribute(MLflow.TYPE, BY_MLFLOW_TYPE),
  ({ scope, name }) => (scope.name === LiveKit.SCOPE ? BY_LIVEKIT_SPAN.get(name) : undefined),
  (span) => (isStreamedByLogfire(span) ? "SPAN" : undefined),
  byAttribute(GenAi.OPERATION_NAME, BY_OPERATION),
  byAttribute(Genkit.SUBTYPE, BY_GENKIT_SUBTYPE),
  ({ attributes }) =>
    hasAny(attributes, [AiSdk.MODEL_ID, ...MODEL_ATTRIBUTES]) ? aiSdkType(attributes, BY_AI_CALL) : undefined,
  ({ attributes }) => aiSdkType(attributes, BY_AI_OPERATION),
  ({ attributes }) => (hasAny(attributes, TOOL_ATTRIBUTES) ? "TOOL" : undefined),
  ({ attributes }) => (hasPrefix(attributes, "flue.tool.") ? "TOOL" : undefined),
  ({ attributes }) => (hasPrefix(attributes, "flue.task.") ? "AGENT" : undefined),
  ({ scope, name }) => (scope.name === ClaudeCode.SCOPE ? BY_CLAUDE_CODE_SPAN.get(name) : undefined),
  haystackType,
  byAttribute(Mastra.TYPE, BY_MASTRA_TYPE),
  ({ attributes, name }) => (namesModelOfCall(attributes, name) ? "GENERATION" : undefined),
  byAttribute(Traceloop.KIND, BY_TRACELOOP_KIND),
];

/** Returns the type of a span's observation; `SPAN` when no rule matches. */
export function observationType(span: ReceivedSpan): ObservationType {
  for (const rule of RULES) {
    const type = rule(span);
    if (type !== undefined) return type;
  }
  return "SPAN";
}

/**
 * Returns true for Logfire's span of a streamed call, which ends before the answer. A log of Logfire has the question, the answer and the
 * usage: it is the generation.
 */
function isStreamedByLogfire({ attributes, scope, statusCode }: ReceivedSpan): boolean {
  return (
    scope.name.startsWith(Logfire.SCOPES) &&
    attributes.get(Logfire.SPAN_TYPE) === "span" &&
    attributes.get(GenAi.OPERATION_NAME) === "chat" &&
    statusCode !== 2 &&
    !hasAny(attributes, [GenAi.RESPONSE_ID, GenAi.OUTPUT_MESSAGES, GenAi.USAGE_INPUT_TOKENS])
  );
}

function haystackType({ attributes }: ReceivedSpan): ObservationType | undefined {
  if (attributes.has(Haystack.TOOL_NAME)) return "TOOL";
  const component = textAttribute(attributes, Haystack.COMPONENT_TYPE);
  if (component?.endsWith("Retriever")) return "RETRIEVER";
  if (component?.endsWith("Embedder")) return "EMBEDDING";
  return component?.endsWith("Agent") ? "AGENT" : undefined;
}

/**
 * Returns true when a span names the model that it calls. A bare `model` says so only beside attributes of a convention: many spans
 * around a call have it.
 */
export function namesModelOfCall(attributes: Attributes, name: string): boolean {
  if (hasAny(attributes, MODEL_ATTRIBUTES)) return true;
  if (!hasAny(attributes, [Llm.MODEL])) return false;
  return name === Others.CODEX_CALL || hasPrefix(attributes, "llm.") || hasPrefix(attributes, GenAi.PREFIX);
}

function hasAny(attributes: Attributes, names: readonly string[]): boolean {
  return firstValue(attributes, names) !== undefined;
}

function hasPrefix(attributes: Attributes, prefix: string): boolean {
  for (const name of attributes.keys()) if (name.startsWith(prefix)) return true;
  return false;
}

function aiSdkType(attributes: Attributes, table: TypeTable): ObservationType | undefined {
  for (const operation of aiSdkOperations(attributes)) {
    const type = table.get(operation);
    if (type !== undefined) return type;
  }
  return undefined;
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
