import { ANSWER, counts, metrics, QUESTION, USED, type Dialect } from "./dialect.ts";

/** Answers of Amazon's models. */
export const AMAZON: readonly Dialect[] = [
  {
    name: "Nova",
    model: "amazon.nova-pro-v1:0",
    request: {
      messages: [{ role: "user", content: [{ text: QUESTION }] }],
      inferenceConfig: { maxTokens: 64, topP: 0.9, topK: 20, temperature: 0.5 },
    },
    answer: {
      output: { message: { role: "assistant", content: [{ text: ANSWER }] } },
      stopReason: "end_turn",
      usage: {
        inputTokens: 9,
        outputTokens: 4,
        totalTokens: 13,
        cacheReadInputTokenCount: 7,
        cacheWriteInputTokenCount: 0,
      },
    },
    counts: counts(9, 4, 7),
    chunks: [
      { messageStart: { role: "assistant" } },
      { contentBlockDelta: { delta: { text: "Oslo is " }, contentBlockIndex: 0 } },
      { contentBlockDelta: { delta: { text: "the capital." }, contentBlockIndex: 0 } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "end_turn" } },
      {
        metadata: {
          usage: { inputTokens: 9, outputTokens: 4, cacheReadInputTokenCount: 7, cacheWriteInputTokenCount: 0 },
          metrics: {},
          trace: {},
        },
        ...metrics(9, 4, { cacheReadInputTokenCount: 7, cacheWriteInputTokenCount: 0 }),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: { role: "assistant", content: [{ text: ANSWER }] },
      reasons: ["end_turn"],
      usage: { input: 9, input_cached_tokens: 7, output: 4, total: 20 },
      parameters: { "gen_ai.request.top_p": 0.9, "gen_ai.request.top_k": 20, "gen_ai.request.max_tokens": 64 },
    },
  },
  {
    name: "Titan",
    model: "amazon.titan-text-lite-v1",
    request: { inputText: QUESTION, textGenerationConfig: { temperature: 0.5, maxTokenCount: 64 } },
    answer: {
      inputTextTokenCount: 9,
      results: [{ tokenCount: 4, outputText: ANSWER, completionReason: "FINISH" }],
    },
    counts: counts(9, 4),
    chunks: [
      {
        outputText: "Oslo is ",
        index: 0,
        totalOutputTextTokenCount: null,
        completionReason: null,
        inputTextTokenCount: 9,
      },
      {
        outputText: "the capital.",
        index: 0,
        totalOutputTextTokenCount: 4,
        completionReason: "FINISH",
        inputTextTokenCount: null,
        ...metrics(9, 4),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: ANSWER,
      reasons: ["FINISH"],
      usage: USED,
      parameters: { "gen_ai.request.temperature": 0.5, "gen_ai.request.max_tokens": 64 },
    },
  },
  {
    name: "embedding of Titan",
    model: "amazon.titan-embed-text-v2:0",
    request: { inputText: QUESTION, dimensions: 4 },
    answer: { embedding: [0.1, 0.2, 0.3, 0.4], inputTextTokenCount: 9 },
    expected: {
      operation: "embeddings",
      input: QUESTION,
      output: { count: 1, dimensions: 4 },
      usage: { input: 9, total: 9 },
    },
  },
];
