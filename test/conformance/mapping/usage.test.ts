import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import { type Attributes, of } from "./mapped-observation.ts";

describe("usage", () => {
  test.each<[string, string, Attributes, Record<string, number>]>([
    [
      "own",
      "x",
      { [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1,"output":"2","bad":-1,"x":1.5}' },
      { input: 1, output: 2, total: 3 },
    ],
    ["own of a total", "x", { [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1,"total":9}' }, { input: 1, total: 9 }],
    ["own that is no object", "x", { [svc.OBSERVATION_USAGE_DETAILS]: "[1]", "gen_ai.usage.input_tokens": 5 }, {}],
    [
      "own usage that is not JSON",
      "x",
      { [svc.OBSERVATION_USAGE_DETAILS]: "{", "gen_ai.usage.input_tokens": 5 },
      { input: 5, total: 5 },
    ],
    [
      "own usage in the form of a completion",
      "x",
      {
        [svc.OBSERVATION_USAGE_DETAILS]:
          '{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}',
      },
      { input: 6, output: 5, total: 15, input_cached_tokens: 4 },
    ],
    [
      "own usage in the form of a response",
      "x",
      {
        [svc.OBSERVATION_USAGE_DETAILS]:
          '{"input_tokens":10,"output_tokens":5,"total_tokens":15,"output_tokens_details":{"reasoning_tokens":2}}',
      },
      { input: 10, output: 3, total: 15, output_reasoning_tokens: 2 },
    ],
    [
      "own usage in the form of a response that writes to the cache for 30 minutes and for 12 hours",
      "x",
      {
        [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({
          input_tokens: 1_000,
          input_tokens_details: {
            cached_tokens: 0,
            cache_write_tokens: 900,
            cache_write_tokens_details: { ttl_30m_tokens: 200, ttl_12h_tokens: 700 },
          },
          output_tokens: 5,
          total_tokens: 1_005,
        }),
      },
      { input: 100, input_cache_creation: 200, input_cache_creation_12h: 700, output: 5, total: 1_005 },
    ],
    [
      "Genkit",
      "genkit-tracer",
      { "genkit:output": '{"usage":{"inputTokens":7,"outputTokens":3,"totalTokens":10,"inputCharacters":40}}' },
      { input: 7, output: 3, total: 10, inputCharacters: 40 },
    ],
    [
      "AI SDK",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.usage.outputTokens": 6,
        "ai.usage.cachedInputTokens": 4,
        "ai.usage.reasoningTokens": 2,
      },
      { input: 6, output: 4, input_cached_tokens: 4, output_reasoning_tokens: 2, total: 16 },
    ],
    [
      "AI SDK of an older version",
      "ai",
      { "ai.usage.promptTokens": 3, "ai.usage.completionTokens": 4 },
      { input: 3, output: 4, total: 7 },
    ],
    ["AI SDK embedding", "ai", { "ai.usage.tokens": 8 }, { input: 8, total: 8 }],
    [
      "AI SDK with usage by OpenAI",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.usage.outputTokens": 6,
        "ai.response.providerMetadata": '{"openai":{"cachedPromptTokens":8,"reasoningTokens":5}}',
      },
      { input: 2, output: 1, input_cached_tokens: 8, output_reasoning_tokens: 5, total: 16 },
    ],
    [
      "AI SDK with usage by Anthropic",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.response.providerMetadata": '{"anthropic":{"cacheReadInputTokens":3,"cacheCreationInputTokens":2}}',
      },
      { input: 10, input_cached_tokens: 3, input_cache_creation: 2, total: 15 },
    ],
    [
      "AI SDK with usage by Bedrock",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.response.providerMetadata": '{"bedrock":{"usage":{"cacheReadInputTokens":3,"cacheWriteInputTokens":20}}}',
      },
      { input: 10, input_cached_tokens: 3, input_cache_creation: 20, total: 33 },
    ],
    [
      "the conventions",
      "x",
      {
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 4,
        "gen_ai.usage.cache_read.input_tokens": 6,
        "gen_ai.usage.cost": 1,
      },
      { input: 4, output: 4, input_cached_tokens: 6, total: 14 },
    ],
    [
      "OpenInference",
      "x",
      {
        "llm.token_count.prompt": 10,
        "llm.token_count.completion": 5,
        "llm.token_count.total": 15,
        "llm.token_count.prompt_details.cache_read": 2,
        "llm.token_count.completion_details.reasoning": 1,
        "llm.token_count.completion_details.audio": 1,
      },
      { input: 8, output: 3, total: 15, input_cached_tokens: 2, output_reasoning_tokens: 1, output_audio_tokens: 1 },
    ],
    [
      "Traceloop",
      "x",
      { "gen_ai.usage.prompt_tokens": 10, "gen_ai.usage.completion_tokens": 5, "llm.usage.total_tokens": 15 },
      { input: 10, output: 5, total: 15 },
    ],
    ["none", "x", {}, {}],
  ])("%s", async (_, scope, attributes, usageDetails) => {
    expect(await of(attributes, scope)).toMatchObject({ usageDetails });
  });
});
