import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { AiSdk } from "./attribute-names.ts";
import { firstJson, firstValue, textAttribute } from "./attribute-reading.ts";

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

/** Attributes of each amount, newest spelling first. */
const USAGE: Readonly<Record<string, readonly string[]>> = {
  input: ["ai.usage.inputTokens", "ai.usage.promptTokens", GenAi.USAGE_INPUT_TOKENS, GenAi.USAGE_PROMPT_TOKENS],
  output: [
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
    GenAi.USAGE_OUTPUT_TOKENS,
    GenAi.USAGE_COMPLETION_TOKENS,
  ],
  total: ["ai.usage.totalTokens", "ai.usage.tokens"],
  input_cached_tokens: ["ai.usage.inputTokenDetails.cacheReadTokens", "ai.usage.cachedInputTokens"],
  input_cache_creation: ["ai.usage.inputTokenDetails.cacheWriteTokens"],
  output_reasoning_tokens: ["ai.usage.outputTokenDetails.reasoningTokens", "ai.usage.reasoningTokens"],
};

/** Amounts in the metadata of providers, for kinds that the AI SDK does not report: provider, path below it, kind. */
const PROVIDER_USAGE: ReadonlyArray<[provider: string, path: readonly string[], kind: string]> = [
  ["openai", ["cachedPromptTokens"], "input_cached_tokens"],
  ["openai", ["reasoningTokens"], "output_reasoning_tokens"],
  ["anthropic", ["cacheReadInputTokens"], "input_cached_tokens"],
  ["anthropic", ["cacheCreationInputTokens"], "input_cache_creation"],
  ["anthropic", ["usage", "cache_creation", "ephemeral_1h_input_tokens"], "input_cache_creation_1h"],
  ["bedrock", ["usage", "cacheReadInputTokens"], "input_cached_tokens"],
  ["bedrock", ["usage", "cacheWriteInputTokens"], "input_cache_creation"],
];

/** Returns the amounts by kind, as reported. `input` and `output` still contain their parts. */
export function aiSdkUsage(attributes: Attributes): Record<string, unknown> {
  const usage: Record<string, unknown> = {};
  for (const [kind, sources] of Object.entries(USAGE)) {
    const value = firstValue(attributes, sources);
    if (value !== undefined) usage[kind] = value;
  }
  for (const [provider, path, kind] of PROVIDER_USAGE) {
    const value = path.reduce<unknown>(
      (found, key) => (isObject(found) ? found[key] : undefined),
      providerMetadata(attributes, provider),
    );
    if (value !== undefined && usage[kind] === undefined) usage[kind] = value;
  }
  return usage;
}

function providerMetadata(attributes: Attributes, provider: string): Record<string, unknown> {
  const text = attributes.get(AiSdk.PROVIDER_METADATA);
  const metadata = typeof text === "string" ? parseJson(text) : undefined;
  const own = isObject(metadata) ? metadata[provider] : undefined;
  return isObject(own) ? own : {};
}
