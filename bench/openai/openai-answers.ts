/** Kinds of calls that are measured. */
export type Scenario = "chat" | "stream" | "longStream" | "image" | "embedding";

const EMBEDDING_LENGTH = 1536;

const usage = { prompt_tokens: 120, completion_tokens: 50, total_tokens: 170 };
const model = "gpt-5-mini-2026-03-17";

const completion = {
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: 1_780_000_000,
  model,
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "The Pacific is the largest ocean. ".repeat(11), refusal: null },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: { ...usage, prompt_tokens_details: { cached_tokens: 64 }, completion_tokens_details: { reasoning_tokens: 8 } },
};

const embedding = {
  object: "list",
  model: "text-embedding-3-small",
  data: [
    {
      object: "embedding",
      index: 0,
      embedding: Buffer.from(
        Float32Array.from({ length: EMBEDDING_LENGTH }, (_, index) => Math.sin(index)).buffer,
      ).toString("base64"),
    },
  ],
  usage: { prompt_tokens: 120, total_tokens: 120 },
};

/** Returns a stream with this number of text chunks between the frames that open and close it. */
function streamOf(pieces: number): string {
  const chunk = (choices: unknown[], more = {}): string =>
    `data: ${JSON.stringify({ id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1_780_000_000, model, choices, ...more })}\n\n`;
  const delta = (value: object, finishReason: string | null = null): string =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finishReason }], { usage: null });
  return [
    delta({ role: "assistant", content: "", refusal: null }),
    ...Array.from({ length: pieces }, (_, index) => delta({ content: ` word${index}` })),
    delta({}, "stop"),
    chunk([], { usage }),
    "data: [DONE]\n\n",
  ].join("");
}

interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

const json = (value: unknown): Body => ({ type: "application/json", bytes: Buffer.from(JSON.stringify(value)) });
const stream = (pieces: number): Body => ({ type: "text/event-stream", bytes: Buffer.from(streamOf(pieces)) });

const bodies: Readonly<Record<Scenario, Body>> = {
  chat: json(completion),
  stream: stream(50),
  longStream: stream(1_000),
  image: json(completion),
  embedding: json(embedding),
};

/**
 * Returns a `fetch` that always answers with the same prepared response of OpenAI's API. It stays within the process: the cost
 * of sockets varies between processes by more than the measured difference.
 */
export function answering(scenario: Scenario): () => Promise<Response> {
  const { type, bytes } = bodies[scenario];
  return () => Promise.resolve(new Response(bytes, { headers: { "content-type": type } }));
}
