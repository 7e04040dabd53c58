import { ANSWER, counts, metrics, QUESTION, USED, type Dialect } from "./dialect.ts";

/** Answers of models of Llama, Mistral and others that anyone may run. */
export const OPEN: readonly Dialect[] = [
  {
    name: "Llama",
    model: "meta.llama3-8b-instruct-v1:0",
    request: { prompt: QUESTION, temperature: 0.5, max_gen_len: 64 },
    answer: { generation: ANSWER, prompt_token_count: 9, generation_token_count: 4, stop_reason: "stop" },
    chunks: [
      { generation: "Oslo is ", prompt_token_count: 9, generation_token_count: 2, stop_reason: null },
      {
        generation: "the capital.",
        prompt_token_count: null,
        generation_token_count: 4,
        stop_reason: "stop",
        ...metrics(9, 4),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: ANSWER,
      reasons: ["stop"],
      usage: USED,
      parameters: { "gen_ai.request.max_tokens": 64 },
    },
  },
  {
    name: "Mistral",
    model: "mistral.mistral-7b-instruct-v0:2",
    request: { prompt: QUESTION, max_tokens: 64, temperature: 0.5 },
    answer: { outputs: [{ text: ANSWER, stop_reason: "stop" }] },
    counts: counts(9, 4),
    chunks: [
      { outputs: [{ text: "Oslo is ", stop_reason: null }] },
      { outputs: [{ text: "the capital.", stop_reason: "stop" }], ...metrics(9, 4) },
    ],
    expected: { operation: "chat", input: QUESTION, output: ANSWER, reasons: ["stop"], usage: USED },
  },
  {
    name: "Mistral's chat",
    model: "mistral.mistral-large-2407-v1:0",
    request: { messages: [{ role: "user", content: QUESTION }], tools: [], max_tokens: 64 },
    answer: {
      choices: [{ index: 0, message: { role: "assistant", content: ANSWER }, stop_reason: "stop" }],
      usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
    },
    counts: counts(9, 4),
    chunks: [
      { choices: [{ index: 0, message: { role: "assistant", content: "Oslo is " }, stop_reason: null }] },
      {
        choices: [{ index: 0, message: { role: "assistant", content: "the capital." }, stop_reason: "stop" }],
        ...metrics(9, 4),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: { role: "assistant", content: ANSWER },
      streamedOutput: ANSWER,
      reasons: ["stop"],
      usage: USED,
    },
  },
  {
    name: "OpenAI's form",
    model: "openai.gpt-oss-20b-1:0",
    request: { messages: [{ role: "user", content: QUESTION }], max_completion_tokens: 64 },
    answer: {
      id: "chatcmpl-1",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "t1", type: "function", function: { name: "map", arguments: '{"city":"Oslo"}' } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 5 } },
    },
    chunks: [
      {
        choices: [
          {
            index: 0,
            delta: {
              tool_calls: [{ index: 0, id: "t1", type: "function", function: { name: "map", arguments: '{"city"' } }],
            },
          },
        ],
      },
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':"Oslo"}' } }] } }] },
      {
        choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }],
        usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 5 } },
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "t1", type: "function", function: { name: "map", arguments: '{"city":"Oslo"}' } }],
      },
      streamedOutput: {
        text: "",
        tool_calls: [{ index: 0, id: "t1", type: "function", function: { name: "map", arguments: '{"city":"Oslo"}' } }],
      },
      reasons: ["tool_calls"],
      usage: { input: 4, input_cached_tokens: 5, output: 4, total: 13 },
    },
  },
];
