// The process behind `openai.ts` that answers like the API of OpenAI: always the same, made beforehand, by the path.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

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

/** So many pieces of text between the frames that open and close a stream. */
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

const json = (value: unknown) => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) });
const stream = (pieces: number) => ({ type: "text/event-stream; charset=utf-8", body: Buffer.from(streamOf(pieces)) });

const answers: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "/chat/chat/completions": json(completion),
  "/embeddings/embeddings": json(embedding),
  "/stream-50/chat/completions": stream(50),
  "/stream-1000/chat/completions": stream(1_000),
};

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on("end", () => {
    const { type, body } = answers[request.url!]!;
    response.writeHead(200, { "content-type": type, "content-length": body.length });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.on("disconnect", () => process.exit());
process.send!((server.address() as AddressInfo).port);
