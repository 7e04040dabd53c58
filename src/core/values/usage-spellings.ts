import { USAGE_KINDS, type Side } from "./usage-kinds.ts";

/**
 * Names of one provider, library or convention for kinds of usage. A name with points is the path in a span's attribute. `inside` amounts are
 * contained in the amount that they are a part of, and `beside` amounts are not.
 */
export interface UsageSource {
  readonly source: string;
  readonly version: string;
  readonly inside?: Readonly<Record<string, string>>;
  readonly beside?: Readonly<Record<string, string>>;
  /** Names of the service itself, whose amounts have no token in common. */
  readonly own?: Readonly<Record<string, string>>;
  /** Amounts that are added to an input which does not contain them. */
  readonly extra?: Readonly<Record<string, "input">>;
  /** Objects whose names are those of {@link PART_NAMES}. */
  readonly details?: Readonly<Record<string, Side>>;
  /** Lists of amounts by modality. */
  readonly modalities?: Readonly<Record<string, Side | "cached">>;
  /** Amounts written to a cache by lifetime, which are contained in the amount that was written. */
  readonly lifetimes?: Readonly<Record<string, string>>;
  /** Objects that hold further names of this table. */
  readonly objects?: readonly string[];
  /** Names of what is left of a whole without its parts. */
  readonly rests?: readonly string[];
}

/** Names, in objects of details, of what an amount consists of. */
export const PART_NAMES: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  input: {
    total: "input",
    cached_tokens: "input_cached_tokens",
    cache_read: "input_cached_tokens",
    cache_read_tokens: "input_cached_tokens",
    cache_input: "input_cached_tokens",
    cached: "input_cached_tokens",
    cache_creation: "input_cache_creation",
    cache_creation_tokens: "input_cache_creation",
    cache_write: "input_cache_creation",
    cache_write_tokens: "input_cache_creation",
    audio_tokens: "input_audio_tokens",
    audio: "input_audio_tokens",
    image_tokens: "input_image_tokens",
    image: "input_image_tokens",
    video_tokens: "input_video_tokens",
    video: "input_video_tokens",
  },
  output: {
    total: "output",
    reasoning_tokens: "output_reasoning_tokens",
    reasoning: "output_reasoning_tokens",
    thinking_tokens: "output_reasoning_tokens",
    audio_tokens: "output_audio_tokens",
    audio: "output_audio_tokens",
    image_tokens: "output_image_tokens",
    image: "output_image_tokens",
    video_tokens: "output_video_tokens",
    video: "output_video_tokens",
    accepted_prediction_tokens: "output_accepted_prediction_tokens",
    rejected_prediction_tokens: "output_rejected_prediction_tokens",
  },
};

/** Names, in objects of details, of what is left of the whole without its other parts. */
export const REST_NAMES: readonly string[] = ["text_tokens", "text", "no_cache", "no_cache_tokens"];

const own = Object.fromEntries(USAGE_KINDS.map(({ kind }) => [kind, kind]));

/** Every spelling that is read. Of two names for one kind in one usage, the earlier in this table is used. */
export const USAGE_SOURCES: readonly UsageSource[] = [
  { source: "This service", version: "7", own },
  {
    source: "AI SDK, LangChain, LlamaIndex and Mastra as recorded by svc; Langfuse's handler",
    version: "svc 6, Langfuse 5",
    own: {
      input_cache_read: "input_cached_tokens",
      input_audio: "input_audio_tokens",
      input_image: "input_image_tokens",
      output_reasoning: "output_reasoning_tokens",
      output_audio: "output_audio_tokens",
      output_image: "output_image_tokens",
    },
  },
  {
    source: "OpenAI, and APIs in its form",
    version: "openai 7",
    inside: {
      prompt_tokens: "input",
      completion_tokens: "output",
      total_tokens: "total",
      input_tokens: "input",
      output_tokens: "output",
      cached_tokens: "input_cached_tokens",
      reasoning_tokens: "output_reasoning_tokens",
    },
    lifetimes: { ttl_30m_tokens: "input_cache_creation", ttl_12h_tokens: "input_cache_creation_12h" },
    objects: ["cache_write_tokens_details"],
    details: {
      prompt_tokens_details: "input",
      input_tokens_details: "input",
      input_token_details: "input",
      completion_tokens_details: "output",
      output_tokens_details: "output",
      output_token_details: "output",
    },
  },
  {
    source: "DeepSeek",
    version: "API of 2026-11",
    inside: { prompt_cache_hit_tokens: "input_cached_tokens" },
    rests: ["prompt_cache_miss_tokens"],
  },
  {
    source: "Anthropic",
    version: "@anthropic-ai/sdk 1.14",
    beside: {
      cache_read_input_tokens: "input_cached_tokens",
      cache_creation_input_tokens: "input_cache_creation",
    },
    lifetimes: {
      ephemeral_5m_input_tokens: "input_cache_creation",
      ephemeral_30m_input_tokens: "input_cache_creation",
      ephemeral_1h_input_tokens: "input_cache_creation_1h",
      ephemeral_12h_input_tokens: "input_cache_creation_12h",
    },
    objects: ["cache_creation", "cache_creation_token_details", "server_tool_use"],
  },
  {
    source: "Claude Agent SDK",
    version: "@anthropic-ai/claude-agent-sdk 0.3",
    inside: { thinkingTokens: "output_reasoning_tokens" },
    lifetimes: {
      cacheCreationEphemeral5mInputTokens: "input_cache_creation",
      cacheCreationEphemeral1hInputTokens: "input_cache_creation_1h",
    },
  },
  {
    source: "Amazon Bedrock",
    version: "@aws-sdk/client-bedrock-runtime 3.1163",
    inside: {
      inputTokens: "input",
      outputTokens: "output",
      totalTokens: "total",
      inputTokenCount: "input",
      outputTokenCount: "output",
      inputTextTokenCount: "input",
      totalOutputTextTokenCount: "output",
      prompt_token_count: "input",
      generation_token_count: "output",
    },
    beside: {
      cacheReadInputTokens: "input_cached_tokens",
      cacheWriteInputTokens: "input_cache_creation",
      cacheReadInputTokenCount: "input_cached_tokens",
      cacheWriteInputTokenCount: "input_cache_creation",
    },
  },
  {
    source: "Gemini",
    version: "@google/genai 3.1",
    inside: {
      promptTokenCount: "input",
      candidatesTokenCount: "output",
      responseTokenCount: "output",
      totalTokenCount: "total",
      cachedContentTokenCount: "input_cached_tokens",
      total_input_tokens: "input",
      total_output_tokens: "output",
      total_cached_tokens: "input_cached_tokens",
    },
    extra: { toolUsePromptTokenCount: "input", total_tool_use_tokens: "input" },
    beside: {
      thoughtsTokenCount: "output_reasoning_tokens",
      total_thought_tokens: "output_reasoning_tokens",
    },
    modalities: {
      promptTokensDetails: "input",
      candidatesTokensDetails: "output",
      responseTokensDetails: "output",
      cacheTokensDetails: "cached",
      input_tokens_by_modality: "input",
      output_tokens_by_modality: "output",
      cached_tokens_by_modality: "cached",
    },
  },
  {
    source: "Mistral",
    version: "@mistralai/mistralai 2.7",
    beside: { connector_tokens: "input_connector_tokens" },
  },
  { source: "Cohere", version: "cohere-ai 8.1", objects: ["billed_units", "tokens"] },
  { source: "Ollama", version: "ollama 0.6", inside: { prompt_eval_count: "input", eval_count: "output" } },
  {
    source: "AI SDK",
    version: "ai 4 to 7",
    inside: {
      promptTokens: "input",
      completionTokens: "output",
      tokens: "input",
      cachedInputTokens: "input_cached_tokens",
      reasoningTokens: "output_reasoning_tokens",
    },
    details: { inputTokenDetails: "input", outputTokenDetails: "output", inputTokens: "input", outputTokens: "output" },
  },
  {
    source: "LangChain and LangSmith (usage_metadata)",
    version: "@langchain/core 1, langsmith 0.15",
    details: { input_token_details: "input", output_token_details: "output" },
  },
  { source: "Mastra", version: "@mastra/core 1.71", details: { inputDetails: "input", outputDetails: "output" } },
  {
    source: "Genkit",
    version: "genkit 1.42",
    inside: { cachedContentTokens: "input_cached_tokens" },
    beside: { thoughtsTokens: "output_reasoning_tokens" },
  },
  {
    source: "GenAI conventions (gen_ai.usage.*)",
    version: "0.1.0 and 1.27 to 1.41",
    inside: {
      "cache_read.input_tokens": "input_cached_tokens",
      "cache_write.input_tokens": "input_cache_creation",
      "cache_creation.input_tokens": "input_cache_creation",
      "reasoning.output_tokens": "output_reasoning_tokens",
      "audio.input_tokens": "input_audio_tokens",
      "audio.output_tokens": "output_audio_tokens",
      "image.input_tokens": "input_image_tokens",
      "image.output_tokens": "output_image_tokens",
      "video.input_tokens": "input_video_tokens",
      "video.output_tokens": "output_video_tokens",
    },
  },
  {
    source: "Traceloop, pydantic-ai and others below gen_ai.usage.*",
    version: "OpenLLMetry 0.62, pydantic-ai 2.68",
    inside: {
      cache_write_input_tokens: "input_cache_creation",
      cache_read_tokens: "input_cached_tokens",
      cache_write_tokens: "input_cache_creation",
      cached_input_tokens: "input_cached_tokens",
      cached_content_tokens: "input_cached_tokens",
      reasoning_output_tokens: "output_reasoning_tokens",
      thoughts_tokens: "output_reasoning_tokens",
      audio_tokens: "output_audio_tokens",
      accepted_prediction_tokens: "output_accepted_prediction_tokens",
      rejected_prediction_tokens: "output_rejected_prediction_tokens",
    },
  },
  {
    source: "OpenInference (llm.token_count.*)",
    version: "semantic-conventions 0.1.30",
    inside: { prompt: "input", completion: "output" },
    details: { prompt_details: "input", completion_details: "output" },
  },
];
