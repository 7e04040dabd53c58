import { readUsage, usageAttributes, type UsageForm } from "@svc/core/internal";
import { describe, expect, test } from "vitest";

type Row = [situation: string, form: UsageForm, usage: unknown, kinds: Record<string, number>];

describe("usage in the words of", () => {
  test.each<Row>([
    [
      "Anthropic",
      "answer",
      { input_tokens: 5, cache_read_input_tokens: 128_955, cache_creation_input_tokens: 1_253, output_tokens: 100 },
      { input: 5, input_cached_tokens: 128_955, input_cache_creation: 1_253, output: 100, total: 130_313 },
    ],
    [
      "Anthropic, with lifetimes and searches",
      "answer",
      {
        input_tokens: 1,
        output_tokens: 9,
        cache_creation_input_tokens: 100,
        cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 70 },
        output_tokens_details: { thinking_tokens: 4 },
        server_tool_use: { web_search_requests: 2 },
      },
      {
        input: 1,
        input_cache_creation: 30,
        input_cache_creation_1h: 70,
        output: 5,
        output_reasoning_tokens: 4,
        web_search_requests: 2,
        total: 110,
      },
    ],
    [
      "OpenAI with sound, whose text is the rest",
      "answer",
      {
        prompt_tokens: 1_000,
        completion_tokens: 500,
        total_tokens: 1_500,
        prompt_tokens_details: { text_tokens: 200, audio_tokens: 800, cached_tokens: 0 },
        completion_tokens_details: { text_tokens: 100, audio_tokens: 400 },
      },
      { input: 200, input_audio_tokens: 800, output: 100, output_audio_tokens: 400, total: 1_500 },
    ],
    [
      "OpenAI Realtime with cached sound",
      "answer",
      {
        input_tokens: 1_000,
        output_tokens: 500,
        total_tokens: 1_500,
        input_token_details: {
          text_tokens: 200,
          audio_tokens: 800,
          cached_tokens: 300,
          cached_tokens_details: { audio_tokens: 250, text_tokens: 50 },
        },
      },
      {
        input: 150,
        input_cached_tokens: 50,
        input_cached_audio_tokens: 250,
        input_audio_tokens: 550,
        output: 500,
        total: 1_500,
      },
    ],
    [
      "OpenAI with details that the table does not have",
      "answer",
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { file_tokens: 3 } },
      { input: 7, input_file_tokens: 3, output: 4, total: 14 },
    ],
    [
      "xAI, whose thoughts are beside the output",
      "answer",
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 22,
        completion_tokens_details: { reasoning_tokens: 7 },
      },
      { input: 10, output: 5, output_reasoning_tokens: 7, total: 22 },
    ],
    [
      "DeepSeek",
      "answer",
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 },
      { input: 4, input_cached_tokens: 6, output: 5, total: 15 },
    ],
    [
      "Gemini with cached sound and tools",
      "answer",
      {
        promptTokenCount: 100,
        toolUsePromptTokenCount: 8,
        candidatesTokenCount: 30,
        thoughtsTokenCount: 20,
        cachedContentTokenCount: 40,
        totalTokenCount: 158,
        promptTokensDetails: [
          { modality: "TEXT", tokenCount: 80 },
          { modality: "AUDIO", tokenCount: 20 },
        ],
        cacheTokensDetails: [{ modality: "AUDIO", tokenCount: 10 }],
        candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 25 }],
      },
      {
        input: 58,
        input_cached_tokens: 30,
        input_cached_audio_tokens: 10,
        input_audio_tokens: 10,
        output: 5,
        output_image_tokens: 25,
        output_reasoning_tokens: 20,
        total: 158,
      },
    ],
    [
      "Gemini, of an answer with nothing but thoughts",
      "answer",
      { promptTokenCount: 17, thoughtsTokenCount: 19, totalTokenCount: 36 },
      { input: 17, output: 0, output_reasoning_tokens: 19, total: 36 },
    ],
    [
      "Bedrock's Converse",
      "answer",
      {
        inputTokens: 2,
        outputTokens: 5,
        totalTokens: 1_329,
        cacheWriteInputTokens: 1_322,
        cacheDetails: [{ ttl: "1h", inputTokens: 1_000 }],
      },
      { input: 2, input_cache_creation: 322, input_cache_creation_1h: 1_000, output: 5, total: 1_329 },
    ],
    [
      "Cohere, of which the billed tokens count",
      "answer",
      { billedUnits: { inputTokens: 3, outputTokens: 4 }, tokens: { inputTokens: 60, outputTokens: 4 } },
      { input: 3, output: 4, total: 7 },
    ],
    ["Cohere's reranking", "answer", { billed_units: { search_units: 1 } }, { search_units: 1 }],
    [
      "Mistral with connectors",
      "answer",
      { promptTokens: 10, completionTokens: 5, totalTokens: 18, connectorTokens: 3 },
      { input: 10, input_connector_tokens: 3, output: 5, total: 18 },
    ],
    ["Ollama", "answer", { prompt_eval_count: 3, eval_count: 4, eval_duration: 77 }, { input: 3, output: 4, total: 7 }],
    [
      "AI SDK 5",
      "answer",
      { inputTokens: 13_675, outputTokens: 1_000, totalTokens: 14_675, cachedInputTokens: 9_216, reasoningTokens: 900 },
      { input: 4_459, input_cached_tokens: 9_216, output: 100, output_reasoning_tokens: 900, total: 14_675 },
    ],
    [
      "AI SDK 5 with Anthropic, whose cache the total leaves out",
      "answer",
      { inputTokens: 5, outputTokens: 100, totalTokens: 105, cachedInputTokens: 9_216 },
      { input: 5, input_cached_tokens: 9_216, output: 100, total: 9_321 },
    ],
    [
      "models of the AI SDK 6",
      "answer",
      {
        inputTokens: { total: 10, noCache: 6, cacheRead: 4, cacheWrite: undefined },
        outputTokens: { total: 5, text: 3, reasoning: 2 },
      },
      { input: 6, input_cached_tokens: 4, output: 3, output_reasoning_tokens: 2, total: 15 },
    ],
    [
      "LangChain with lifetimes instead of their sum",
      "answer",
      {
        input_tokens: 300,
        output_tokens: 5,
        total_tokens: 305,
        input_token_details: {
          cache_read: 100,
          cache_creation: 0,
          ephemeral_5m_input_tokens: 30,
          ephemeral_1h_input_tokens: 50,
        },
      },
      {
        input: 120,
        input_cached_tokens: 100,
        input_cache_creation: 30,
        input_cache_creation_1h: 50,
        output: 5,
        total: 305,
      },
    ],
    [
      "Mastra",
      "answer",
      { inputTokens: 10, outputTokens: 5, inputDetails: { text: 6, cacheRead: 4 }, outputDetails: { reasoning: 2 } },
      { input: 6, input_cached_tokens: 4, output: 3, output_reasoning_tokens: 2, total: 15 },
    ],
    [
      "Genkit with Gemini, whose thoughts are beside the output",
      "answer",
      { inputTokens: 100, outputTokens: 30, thoughtsTokens: 20, cachedContentTokens: 40, totalTokens: 150 },
      { input: 60, input_cached_tokens: 40, output: 30, output_reasoning_tokens: 20, total: 150 },
    ],
    [
      "MLflow, whose input contains the cache under Anthropic's name",
      "answer",
      { input_tokens: 100, output_tokens: 50, total_tokens: 150, cache_read_input_tokens: 40 },
      { input: 60, input_cached_tokens: 40, output: 50, total: 150 },
    ],
    [
      "Langfuse's pages",
      "map",
      { input: 5, cache_read_input_tokens: 128_955, cache_creation_input_tokens: 1_253, output: 100 },
      { input: 5, input_cached_tokens: 128_955, input_cache_creation: 1_253, output: 100, total: 130_313 },
    ],
    [
      "older Langfuse",
      "map",
      { promptTokens: 80, completionTokens: 30, totalTokens: 110 },
      { input: 80, output: 30, total: 110 },
    ],
    [
      "svc 6",
      "map",
      { input: 6, input_cache_read: 4, output: 3, output_reasoning: 2, total: 15 },
      { input: 6, input_cached_tokens: 4, output: 3, output_reasoning_tokens: 2, total: 15 },
    ],
    [
      "the conventions",
      "convention",
      { input_tokens: 10, output_tokens: 4, "cache_read.input_tokens": 6, "reasoning.output_tokens": 1 },
      { input: 4, input_cached_tokens: 6, output: 3, output_reasoning_tokens: 1, total: 14 },
    ],
    [
      "pydantic-ai with Gemini, whose details repeat amounts",
      "convention",
      {
        input_tokens: 100,
        output_tokens: 50,
        "cache_read.input_tokens": 40,
        "details.cache_read_tokens": 40,
        "details.cached_content_tokens": 40,
        "details.thoughts_tokens": 20,
        "details.text_prompt_tokens": 100,
        "details.text_cache_tokens": 40,
        "details.text_candidates_tokens": 30,
        "details.input_tokens": 50,
      },
      { input: 60, input_cached_tokens: 40, output: 30, output_reasoning_tokens: 20, total: 150 },
    ],
    [
      "pydantic-ai with a prediction, whose tokens the output contains",
      "convention",
      { input_tokens: 100, output_tokens: 50, "details.accepted_prediction_tokens": 10 },
      { input: 100, output: 40, output_accepted_prediction_tokens: 10, total: 150 },
    ],
    [
      "OpenInference with sound",
      "convention",
      {
        prompt: 10,
        completion: 5,
        "prompt_details.audio": 1,
        "prompt_details.cache_input": 4,
        "completion_details.audio": 2,
      },
      { input: 5, input_cached_tokens: 4, input_audio_tokens: 1, output: 3, output_audio_tokens: 2, total: 15 },
    ],
  ])("%s has the kinds of the service", (_, form, usage, kinds) => {
    const read = readUsage(usage, form);
    expect(read).toMatchObject({ problems: [] });
    expect(read?.kinds).toEqual(kinds);
  });
});

describe("amounts", () => {
  test.each<Row>([
    ["kinds of an application's own count", "map", { input: 1, clicks: 2 }, { input: 1, clicks: 2, total: 3 }],
    [
      "kinds of an application's own do not add to a stated total",
      "map",
      { input: 1, clicks: 2, total: 1 },
      { input: 1, clicks: 2, total: 1 },
    ],
    [
      "units that are no tokens do not count",
      "map",
      { input: 1, web_search_requests: 2 },
      { input: 1, web_search_requests: 2, total: 1 },
    ],
    [
      "characters are no tokens",
      "answer",
      { inputTokens: 7, outputTokens: 3, inputCharacters: 40 },
      { input: 7, output: 3, inputCharacters: 40, total: 10 },
    ],
    [
      "parts of the own map that a total shows to be inside",
      "map",
      { input: 1_000, input_audio_tokens: 800, output: 500, total: 1_500 },
      { input: 200, input_audio_tokens: 800, output: 500, total: 1_500 },
    ],
    [
      "parts that overlap do not exceed their whole",
      "answer",
      { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60, audio_tokens: 80 } },
      { input: 0, input_cached_tokens: 60, input_audio_tokens: 40, total: 100 },
    ],
    ["texts of numbers", "map", { input: "12", output: " 3 " }, { input: 12, output: 3, total: 15 }],
  ])("%s", (_, form, usage, kinds) => {
    expect(readUsage(usage, form)?.kinds).toEqual(kinds);
  });

  test.each([
    ["negative", -1, "-1"],
    ["no number", Number.NaN, "NaN"],
    ["a fraction", 1.5, "1.5"],
    ["enormous", 1e300, "1e+300"],
    ["a text", "many", "many"],
    ["a list", [1], "[1]"],
    ["nested", { of: { a: 1 } }, '{"of":{"a":1}}'],
  ])("an amount that is %s is left out and reported as it was", (_, value, text) => {
    expect(readUsage({ input_tokens: value, output_tokens: 2 })).toEqual({
      kinds: { output: 2, total: 2 },
      cost: undefined,
      problems: [`usage: input_tokens is no amount and is left out: ${text}`],
    });
  });

  test.each([[undefined], [null], [[1]], ["text"], [7], [{}], [{ model: "x" }]])("%j is no usage", (usage) => {
    expect(readUsage(usage)).toBeUndefined();
  });

  test("never throws on an object that refers to itself", () => {
    const usage: Record<string, unknown> = { output_tokens: 1 };
    usage["input_tokens"] = usage;
    expect(readUsage(usage)?.kinds).toEqual({ output: 1, total: 1 });
  });
});

test("attributes of the conventions hold wholes with their parts", () => {
  expect(
    usageAttributes({ input: 6, input_cached_tokens: 3, input_cached_audio_tokens: 1, output: 2, total: 12 }),
  ).toEqual({
    "gen_ai.usage.input_tokens": 10,
    "gen_ai.usage.cache_read.input_tokens": 4,
    "gen_ai.usage.output_tokens": 2,
  });
});
