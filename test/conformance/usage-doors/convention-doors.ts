import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import type { Value } from "../../support/server/otlp-calls.ts";
import { type Amounts, allInput, allOutput } from "../../support/usage/answers.ts";
import {
  anthropicUsage,
  chatUsage,
  converseUsage,
  type Door,
  type Fields,
  geminiUsage,
  langchainUsage,
  responseUsage,
} from "../../support/usage/door.ts";

const HOUR = ["writtenHour"] as const;
const WRITES = ["written", "writtenHour"] as const;
const MEDIA = ["audioIn", "imageIn", "audioOut", "imageOut"] as const;

/** Door of a usage that an application passes by hand, as `usageDetails`. */
const given = (name: string, usageOf: (amounts: Amounts) => Fields, cannotTell: Door["cannotTell"] = []): Door => ({
  name: `usageDetails, ${name}`,
  cannotTell,
  attributes: (amounts) => ({ [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify(usageOf(amounts)) }),
});

/** Leaves out the attributes that are 0 in what a producer does not send then. */
const present = (attributes: Readonly<Record<string, number>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(attributes).filter(([, amount]) => amount > 0));

const prefixed = (prefix: string, fields: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(fields).map(([name, amount]) => [prefix + name, amount]));

/** Usage passed by hand, in the words of providers and of other SDKs. */
export const GIVEN_DOORS: readonly Door[] = [
  given("the service", (a) => ({
    input: a.fresh,
    input_cached_tokens: a.cached,
    input_cache_creation: a.written,
    input_cache_creation_1h: a.writtenHour,
    input_audio_tokens: a.audioIn,
    input_image_tokens: a.imageIn,
    output: a.text,
    output_reasoning_tokens: a.reasoning,
    output_audio_tokens: a.audioOut,
    output_image_tokens: a.imageOut,
  })),
  given("OpenAI chat", chatUsage, HOUR),
  given("OpenAI response", responseUsage, HOUR),
  given("Anthropic", anthropicUsage, MEDIA),
  given("Gemini", geminiUsage, WRITES),
  given("Bedrock", converseUsage, [...MEDIA, "reasoning"]),
  given("LangChain", langchainUsage),
  given(
    "Langfuse",
    (a) => ({
      input: a.fresh,
      cache_read_input_tokens: a.cached,
      cache_creation_input_tokens: a.written,
      output: a.text,
      output_reasoning: a.reasoning,
    }),
    [...HOUR, ...MEDIA],
  ),
  given("older Langfuse", (a) => ({ promptTokens: a.fresh, completionTokens: a.text, totalTokens: a.fresh + a.text }), [
    ...WRITES,
    ...MEDIA,
    "cached",
    "reasoning",
  ]),
  given(
    "AI SDK 5",
    (a) => ({
      inputTokens: allInput(a),
      outputTokens: allOutput(a),
      totalTokens: allInput(a) + allOutput(a),
      cachedInputTokens: a.cached,
      reasoningTokens: a.reasoning,
    }),
    [...WRITES, ...MEDIA],
  ),
  given(
    "svc 6 through the AI SDK",
    (a) => ({
      input: a.fresh,
      input_cache_read: a.cached,
      input_cache_creation: a.written,
      output: a.text,
      output_reasoning: a.reasoning,
      total: allInput(a) + allOutput(a),
    }),
    [...HOUR, ...MEDIA],
  ),
];

const conventions = (a: Amounts): Record<string, number> => ({
  "gen_ai.usage.input_tokens": allInput(a),
  "gen_ai.usage.output_tokens": allOutput(a),
});

/** Spans of other producers, by the conventions that they follow. */
export const CONVENTION_DOORS: readonly Door[] = [
  {
    name: "GenAI conventions",
    cannotTell: HOUR,
    attributes: (a) => ({
      ...conventions(a),
      ...present({
        "gen_ai.usage.cache_read.input_tokens": a.cached,
        "gen_ai.usage.cache_write.input_tokens": a.written,
        "gen_ai.usage.reasoning.output_tokens": a.reasoning,
        "gen_ai.usage.audio.input_tokens": a.audioIn,
        "gen_ai.usage.audio.output_tokens": a.audioOut,
        "gen_ai.usage.image.input_tokens": a.imageIn,
        "gen_ai.usage.image.output_tokens": a.imageOut,
      }),
    }),
  },
  {
    name: "GenAI conventions of Anthropic's SDK",
    cannotTell: MEDIA,
    scope: "com.anthropic.sdk.typescript",
    attributes: (a) => ({
      ...conventions(a),
      "gen_ai.usage.cache_read.input_tokens": a.cached,
      "gen_ai.usage.cache_creation.input_tokens": a.written + a.writtenHour,
      "gen_ai.usage.reasoning.output_tokens": a.reasoning,
      "anthropic.usage.cache_creation.ephemeral_5m_input_tokens": a.written,
      "anthropic.usage.cache_creation.ephemeral_1h_input_tokens": a.writtenHour,
    }),
  },
  {
    name: "Traceloop",
    cannotTell: [...HOUR, ...MEDIA],
    attributes: (a) => ({
      "gen_ai.usage.prompt_tokens": allInput(a),
      "gen_ai.usage.completion_tokens": allOutput(a),
      "llm.usage.total_tokens": allInput(a) + allOutput(a),
      "gen_ai.usage.cache_read_input_tokens": a.cached,
      "gen_ai.usage.cache_creation_input_tokens": a.written,
      "gen_ai.usage.reasoning_tokens": a.reasoning,
    }),
  },
  {
    name: "OpenInference",
    cannotTell: [...HOUR, "imageIn", "imageOut"],
    attributes: (a) => ({
      "llm.token_count.prompt": allInput(a),
      "llm.token_count.completion": allOutput(a),
      "llm.token_count.total": allInput(a) + allOutput(a),
      ...present({
        "llm.token_count.prompt_details.cache_read": a.cached,
        "llm.token_count.prompt_details.cache_write": a.written,
        "llm.token_count.prompt_details.audio": a.audioIn,
        "llm.token_count.completion_details.reasoning": a.reasoning,
        "llm.token_count.completion_details.audio": a.audioOut,
      }),
    }),
  },
  {
    name: "pydantic-ai with Gemini",
    cannotTell: [...WRITES, ...MEDIA],
    attributes: (a) => ({
      ...conventions(a),
      ...prefixed("gen_ai.usage.details.", {
        cached_content_tokens: a.cached,
        thoughts_tokens: a.reasoning,
        text_prompt_tokens: allInput(a),
        text_candidates_tokens: a.text,
      }),
    }),
  },
  {
    name: "AI SDK 6 of its own",
    scope: "ai",
    cannotTell: [...HOUR, ...MEDIA],
    attributes: (a) => ({
      "ai.operationId": "ai.generateText.doGenerate",
      "ai.usage.inputTokens": allInput(a),
      "ai.usage.inputTokenDetails.noCacheTokens": a.fresh,
      "ai.usage.inputTokenDetails.cacheReadTokens": a.cached,
      "ai.usage.inputTokenDetails.cacheWriteTokens": a.written,
      "ai.usage.outputTokens": allOutput(a),
      "ai.usage.outputTokenDetails.reasoningTokens": a.reasoning,
      "ai.usage.totalTokens": allInput(a) + allOutput(a),
      "gen_ai.usage.input_tokens": allInput(a),
      "gen_ai.usage.output_tokens": allOutput(a),
    }),
  },
  {
    name: "AI SDK 5 of its own, Anthropic, in a scope of the application",
    cannotTell: [...MEDIA, "reasoning"],
    attributes: (a) => ({
      "ai.operationId": "ai.generateText.doGenerate",
      "ai.usage.inputTokens": a.fresh,
      "ai.usage.outputTokens": a.text,
      "ai.usage.totalTokens": a.fresh + a.text,
      "ai.usage.cachedInputTokens": a.cached,
      "ai.response.providerMetadata": JSON.stringify({ anthropic: { usage: anthropicUsage(a) } }),
    }),
  },
  {
    name: "Genkit",
    scope: "genkit-tracer",
    cannotTell: [...WRITES, ...MEDIA],
    attributes: (a, model) => ({
      "genkit:type": "action",
      "genkit:metadata:subtype": "model",
      "genkit:name": model,
      "genkit:output": JSON.stringify({
        usage: {
          inputTokens: allInput(a),
          outputTokens: a.text,
          thoughtsTokens: a.reasoning,
          cachedContentTokens: a.cached,
          totalTokens: allInput(a) + allOutput(a),
          inputCharacters: 99,
        },
      }),
    }),
  },
  {
    name: "Claude Code",
    scope: "com.anthropic.claude_code.tracing",
    cannotTell: [...HOUR, ...MEDIA, "reasoning"],
    attributes: (a) => ({
      input_tokens: a.fresh,
      output_tokens: a.text,
      cache_read_tokens: a.cached,
      cache_creation_tokens: a.written,
      "gen_ai.usage.input_tokens": allInput(a),
    }),
  },
  {
    name: "LangSmith",
    scope: "langsmith",
    attributes: (a) => ({
      "langsmith.span.kind": "llm",
      ...conventions(a),
      "gen_ai.usage.input_token_details": "{'cache_read': 40}",
      "langsmith.metadata.usage_metadata": JSON.stringify(langchainUsage(a)),
    }),
  },
  {
    name: "MLflow",
    scope: "mlflow.tracing.provider",
    cannotTell: [...WRITES, ...MEDIA, "reasoning"],
    attributes: (a, model) => ({
      "mlflow.spanType": '"CHAT_MODEL"',
      "mlflow.llm.model": JSON.stringify(model),
      "mlflow.chat.tokenUsage": JSON.stringify({
        input_tokens: allInput(a),
        output_tokens: allOutput(a),
        total_tokens: allInput(a) + allOutput(a),
        cache_read_input_tokens: a.cached,
      }),
    }),
  },
  {
    name: "Haystack",
    cannotTell: HOUR,
    attributes: (a, model) => ({
      "haystack.component.type": "OpenAIChatGenerator",
      "haystack.component.output": JSON.stringify({ replies: [{ meta: { model, usage: chatUsage(a) } }] }),
    }),
  },
];
