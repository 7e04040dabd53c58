/** Answers of models in the form of each maker, plain and streamed, as InvokeModel returns them. */

/** One model in a dialect: the same answer, plain and streamed. */
export interface Dialect {
  readonly name: string;
  readonly model: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  /** Response headers that count the tokens of the plain answer. */
  readonly counts?: Readonly<Record<"input" | "output" | "cache-read-input" | "cache-write-input", number>>;
  /** Chunks of the stream; absent for models that do not stream. */
  readonly chunks?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly expected: {
    readonly operation: string;
    readonly input: string;
    readonly output: unknown;
    readonly streamedOutput?: unknown;
    readonly reasons?: readonly string[];
    readonly usage: unknown;
    /** Attributes of the request's parameters. */
    readonly parameters?: Readonly<Record<string, unknown>>;
  };
}

const QUESTION = "Which city is the capital of Norway?";
const ANSWER = "Oslo is the capital.";

/** Counts of the tokens as Bedrock adds them to the last chunk of every stream. */
function metrics(inputTokenCount: number, outputTokenCount: number, others = {}): Record<string, unknown> {
  return { "amazon-bedrock-invocationMetrics": { inputTokenCount, outputTokenCount, invocationLatency: 5, ...others } };
}

function counts(input: number, output: number, cacheRead = 0, cacheWrite = 0): NonNullable<Dialect["counts"]> {
  return { input, output, "cache-read-input": cacheRead, "cache-write-input": cacheWrite };
}

const USED = { input: 9, output: 4, total: 13 };

export const DIALECTS: readonly Dialect[] = [
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
  {
    name: "Cohere Command",
    model: "cohere.command-light-text-v14",
    request: { prompt: QUESTION, max_tokens: 64, p: 0.9, k: 3 },
    answer: { id: "g1", generations: [{ id: "g2", text: ANSWER, finish_reason: "COMPLETE" }], prompt: QUESTION },
    counts: counts(9, 4),
    chunks: [
      {
        id: "g1",
        generations: [{ id: "g2", text: ANSWER, finish_reason: "COMPLETE" }],
        prompt: QUESTION,
        ...metrics(9, 4),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: ANSWER,
      reasons: ["COMPLETE"],
      usage: USED,
      parameters: { "gen_ai.request.top_p": 0.9, "gen_ai.request.top_k": 3 },
    },
  },
  {
    name: "Cohere Command R",
    model: "cohere.command-r-v1:0",
    request: { message: QUESTION, chat_history: [{ role: "USER", message: "Hello" }], max_tokens: 64 },
    answer: {
      response_id: "r1",
      text: ANSWER,
      generation_id: "g1",
      chat_history: [],
      tool_calls: [{ name: "map", parameters: { city: "Oslo" } }],
      finish_reason: "COMPLETE",
    },
    counts: counts(9, 4),
    chunks: [
      { is_finished: false, event_type: "text-generation", text: "Oslo is " },
      { is_finished: false, event_type: "text-generation", text: "the capital." },
      {
        is_finished: false,
        event_type: "tool-calls-generation",
        tool_calls: [{ name: "map", parameters: { city: "Oslo" } }],
      },
      {
        is_finished: true,
        event_type: "stream-end",
        finish_reason: "COMPLETE",
        response: {
          text: ANSWER,
          meta: { billed_units: { input_tokens: 5, output_tokens: 4 }, tokens: { input_tokens: 71, output_tokens: 4 } },
        },
        ...metrics(9, 4),
      },
    ],
    expected: {
      operation: "chat",
      input: QUESTION,
      output: { text: ANSWER, tool_calls: [{ name: "map", parameters: { city: "Oslo" } }] },
      reasons: ["COMPLETE"],
      usage: USED,
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
  {
    name: "embedding of Cohere",
    model: "cohere.embed-v4:0",
    request: { texts: [QUESTION, ANSWER], input_type: "search_document" },
    answer: {
      id: "e1",
      embeddings: {
        float: [
          [1, 2],
          [3, 4],
        ],
      },
      texts: [QUESTION, ANSWER],
      response_type: "by_type",
    },
    counts: counts(9, 0),
    expected: {
      operation: "embeddings",
      input: QUESTION,
      output: { count: 2, dimensions: 2 },
      usage: { input: 9, output: 0, total: 9 },
    },
  },
  {
    name: "rerank of Cohere",
    model: "cohere.rerank-v3-5:0",
    request: { api_version: 2, query: QUESTION, documents: [ANSWER], top_n: 1 },
    answer: { results: [{ index: 0, relevance_score: 0.9 }] },
    expected: {
      operation: "rerank",
      input: QUESTION,
      output: { results: [{ index: 0, relevance_score: 0.9 }] },
      usage: null,
    },
  },
];
