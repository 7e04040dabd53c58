import { type TokenUsage, type UsageDetails, readUsage, sumOfSide } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { AiSdk } from "./attribute-names.ts";
import { firstJson, firstValue, textAttribute, withPrefix } from "./attribute-reading.ts";

// Attributes of the AI SDK's spans: https://ai-sdk.dev/docs/ai-sdk-core/telemetry

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  maxSteps: ["ai.settings.maxSteps"],
  toolChoice: ["ai.prompt.toolChoice"],
  maxTokens: ["ai.settings.maxTokens", "ai.settings.maxOutputTokens", GenAi.REQUEST_MAX_TOKENS],
  finishReason: ["ai.response.finishReason", "ai.finishReason", GenAi.RESPONSE_FINISH_REASONS],
  system: ["ai.settings.system"],
  maxRetries: ["ai.settings.maxRetries"],
  mode: ["ai.settings.mode"],
  temperature: ["ai.settings.temperature", GenAi.REQUEST_TEMPERATURE],
};

/** Returns the parameters of a call, under the names of the AI SDK. */
export function aiSdkParameters(attributes: Attributes): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [name, sources] of Object.entries(PARAMETERS)) {
    const value = firstValue(attributes, sources);
    if (value !== undefined) parameters[name] = value;
  }
  const tier = providerMetadata(attributes, "openai")["serviceTier"];
  if (typeof tier === "string") parameters["service_tier"] = tier;
  return parameters;
}

/** Operations whose spans enclose the spans of their model calls, and repeat the sum of their usage. */
const ENCLOSING_OPERATIONS: ReadonlySet<string> = new Set([
  "ai.generateText",
  "ai.streamText",
  "ai.generateObject",
  "ai.streamObject",
  "ai.embed",
  "ai.embedMany",
  "ai.rerank",
]);

/** Returns true for a span of the AI SDK. An application can give the SDK a tracer of its own, with any scope. */
export function isAiSdkSpan({ attributes, scope }: Pick<ReceivedSpan, "attributes" | "scope">): boolean {
  return scope.name === AiSdk.SCOPE || attributes.has(AiSdk.OPERATION_ID);
}

/** Returns true for a span of the AI SDK that encloses spans of model calls. */
export function enclosesAiSdkCalls(span: ReceivedSpan): boolean {
  return isAiSdkSpan(span) && aiSdkOperations(span.attributes).some((name) => ENCLOSING_OPERATIONS.has(name));
}

/**
 * Returns the names that a span gives its operation. In `operation.name`, a function's name can follow: `ai.embed.doEmbed
 * my-function`.
 */
export function aiSdkOperations(attributes: Attributes): string[] {
  const [name = ""] = (textAttribute(attributes, AiSdk.OPERATION_NAME) ?? "").split(" ", 1);
  return [name, textAttribute(attributes, AiSdk.OPERATION_ID) ?? ""];
}

const INPUT = ["ai.prompt.messages", "ai.prompt", "ai.toolCall.args"];
const TEXT = ["ai.response.text", "ai.result.text"];
const TOOL_CALLS = ["ai.response.toolCalls", "ai.result.toolCalls"];
const OUTPUT = [...TEXT, "ai.toolCall.result", "ai.response.object", "ai.result.object", ...TOOL_CALLS];

/** Returns true for the attributes that hold input or output. */
export function isAiSdkContent(attribute: string): boolean {
  return INPUT.includes(attribute) || OUTPUT.includes(attribute);
}

/** Returns input and output of a call. Text and tool calls together become one message. */
export function aiSdkContent(attributes: Attributes): { input?: unknown; output?: unknown } {
  const [text, calls] = [firstValue(attributes, TEXT), firstJson(attributes, TOOL_CALLS)];
  const message =
    text !== undefined && Array.isArray(calls) && calls.length > 0
      ? { role: "assistant", content: text, tool_calls: calls }
      : undefined;
  return { input: firstValue(attributes, INPUT), output: message ?? firstValue(attributes, OUTPUT) };
}

/** Attributes of an older version, and of the conventions, for spans without those of the AI SDK. */
const OLDER_USAGE: Readonly<Record<string, readonly string[]>> = {
  inputTokens: [GenAi.USAGE_INPUT_TOKENS, GenAi.USAGE_PROMPT_TOKENS],
  outputTokens: [GenAi.USAGE_OUTPUT_TOKENS, GenAi.USAGE_COMPLETION_TOKENS],
};

/** Returns the usage of a call; undefined when the span reports none. */
export function aiSdkUsage(attributes: Attributes): TokenUsage | undefined {
  const fields: Record<string, unknown> = {};
  for (const [name, sources] of Object.entries(OLDER_USAGE)) fields[name] = firstValue(attributes, sources);
  for (const [name, value] of withPrefix(attributes, AiSdk.USAGE)) fields[name] = value;
  const metadata = allProviderMetadata(attributes);
  if (metadata === undefined) return readUsage(fields);
  const { openai, anthropic, bedrock, google, vertex } = metadata;
  const ofBedrock = objectOf(objectOf(bedrock)["usage"]);
  const isDetailed = Object.keys(fields).some((name) => name.startsWith(INPUT_DETAILS));
  // Up to version 5, the input and the total of these providers are without the cache.
  if (!isDetailed && (anthropic !== undefined || bedrock !== undefined)) {
    const { cachedInputTokens: cacheReadInputTokens, totalTokens: _total, ...others } = fields;
    const { usage, ...ofAnthropic } = objectOf(anthropic);
    return readUsage(usage) ?? readUsage({ cacheReadInputTokens, ...ofAnthropic, ...ofBedrock, ...others });
  }
  const { cachedPromptTokens, reasoningTokens } = objectOf(openai);
  const counted = readUsage({ cachedInputTokens: cachedPromptTokens, reasoningTokens, ...fields });
  const raw = readUsage(objectOf(anthropic)["usage"] ?? objectOf(google ?? vertex)["usageMetadata"]);
  return raw !== undefined && counted !== undefined && hasSameSums(raw.kinds, counted.kinds) ? raw : counted;
}

const INPUT_DETAILS = "inputTokenDetails.";

function hasSameSums(a: UsageDetails, b: UsageDetails): boolean {
  return sumOfSide(a, "input") === sumOfSide(b, "input") && sumOfSide(a, "output") === sumOfSide(b, "output");
}

function allProviderMetadata(attributes: Attributes): Record<string, unknown> | undefined {
  const text = attributes.get(AiSdk.PROVIDER_METADATA);
  const metadata = typeof text === "string" ? parseJson(text) : undefined;
  return isObject(metadata) ? metadata : undefined;
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function providerMetadata(attributes: Attributes, provider: string): Record<string, unknown> {
  return objectOf(allProviderMetadata(attributes)?.[provider]);
}
