import { ANSWER, counts, metrics, QUESTION, USED, type Dialect } from "./dialect.ts";

/** Answers of Cohere's models. */
export const COHERE: readonly Dialect[] = [
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
      usage: { input: 9, total: 9 },
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
