import { ANSWER, counts, metrics, QUESTION, USED, type Dialect } from "./dialect.ts";

/** Answers of Anthropic's models. */
export const ANTHROPIC: readonly Dialect[] = [
  {
    name: "Anthropic",
    model: "us.anthropic.claude-sonnet-4-20250514-v1:0",
    request: {
      anthropic_version: "bedrock-2023-05-31",
      max_tokens: 64,
      stop_sequences: ["END"],
      messages: [{ role: "user", content: QUESTION }],
    },
    answer: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-20250514",
      content: [
        { type: "text", text: ANSWER },
        { type: "tool_use", id: "t1", name: "map", input: { city: "Oslo" } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 9, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 4 },
    },
    counts: counts(9, 4, 100, 20),
    chunks: [
      {
        type: "message_start",
        message: {
          id: "msg_1",
          role: "assistant",
          model: "claude-sonnet-4-20250514",
          content: [],
          usage: { input_tokens: 9, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Oslo is " } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "the capital." } },
      { type: "content_block_stop", index: 0 },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "t1", name: "map", input: {} },
      },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"city"' } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: ':"Oslo"}' } },
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 4 } },
      {
        type: "message_stop",
        ...metrics(9, 4, { cacheReadInputTokenCount: 100, cacheWriteInputTokenCount: 20 }),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: {
        role: "assistant",
        content: [
          { type: "text", text: ANSWER },
          { type: "tool_use", id: "t1", name: "map", input: { city: "Oslo" } },
        ],
      },
      reasons: ["tool_use"],
      usage: { input: 9, input_cached_tokens: 100, input_cache_creation: 20, output: 4, total: 133 },
      parameters: { "gen_ai.request.max_tokens": 64, "gen_ai.request.stop_sequences": ["END"] },
    },
  },
  {
    name: "Anthropic's older models",
    model: "anthropic.claude-v2:1",
    request: { prompt: `\n\nHuman: ${QUESTION}\n\nAssistant:`, max_tokens_to_sample: 64, temperature: 0.5 },
    answer: { type: "completion", completion: ANSWER, stop_reason: "stop_sequence", stop: "\n\nHuman:" },
    counts: counts(9, 4),
    chunks: [
      { type: "completion", completion: "Oslo is ", stop_reason: null, stop: null },
      {
        type: "completion",
        completion: "the capital.",
        stop_reason: "stop_sequence",
        stop: "\n\nHuman:",
        ...metrics(9, 4),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: ANSWER,
      reasons: ["stop_sequence"],
      usage: USED,
      parameters: { "gen_ai.request.temperature": 0.5, "gen_ai.request.max_tokens": 64 },
    },
  },
];
