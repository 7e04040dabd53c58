import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { PROVIDER_TESTS } from "../all-provider-tests.ts";
import { TEXT } from "../provider-tests.ts";
import { startHttpServer, type HttpServer } from "../http/http-server.ts";

/** Answers to the questions of the pages, in the shape of each provider, by the end of the path of the request. */
const ANSWERS: ReadonlyArray<readonly [path: RegExp, answer: object]> = [
  ...[...PROVIDER_TESTS.values()].flatMap(({ answers = [] }) => answers),
  [
    /^\/openai\/v1\/responses$/,
    {
      id: "r1",
      object: "response",
      model: "gpt-4.1-mini",
      status: "completed",
      output: [
        {
          type: "message",
          id: "m1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: TEXT, annotations: [] }],
        },
      ],
      usage: { input_tokens: 7, output_tokens: 12, total_tokens: 19 },
    },
  ],
  // Qdrant's client asks for this first.
  [/^\/$/, { title: "qdrant", version: "1.19.0" }],
  // A Collector takes every export.
  [/^\/v1\/traces$/, {}],
];

/** Answer of Bedrock, whose client speaks HTTP/2. */
const CONVERSE = {
  output: { message: { role: "assistant", content: [{ text: TEXT }] } },
  stopReason: "end_turn",
  usage: { inputTokens: 7, outputTokens: 12, totalTokens: 19 },
  metrics: { latencyMs: 10 },
};

/** Answer of OpenAI's chat completions, whose shape several providers share. */
const CHAT = {
  id: "c1",
  object: "chat.completion",
  created: 1,
  choices: [{ index: 0, message: { role: "assistant", content: TEXT }, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 12, total_tokens: 19 },
};

/** Stand-in of the APIs that the programs of the pages call. */
export interface ProviderStandIn {
  readonly url: string;
  /** Variables that lead the clients of the providers there. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts the stand-in on a free port. */
export async function startProviderStandIn(): Promise<ProviderStandIn> {
  const server: HttpServer = await startHttpServer(({ target, body }, response) => {
    const path = target.replace(/\?.*$/, "");
    const answer = ANSWERS.find(([pattern]) => pattern.test(path))?.[1] ?? chat(path, body);
    response.statusCode = answer === undefined ? 404 : 200;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer ?? { error: { message: `The stand-in knows no ${path}` } }));
  });
  const { url } = server;
  const bedrock = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(CONVERSE));
  }).listen(0, "127.0.0.1");
  await once(bedrock, "listening");
  return {
    url,
    env: {
      ...Object.assign({}, ...[...PROVIDER_TESTS.values()].map(({ env }) => env)),
      ANTHROPIC_API_KEY: "key",
      ANTHROPIC_BASE_URL: `${url}/anthropic`,
      AWS_ACCESS_KEY_ID: "key",
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${(bedrock.address() as AddressInfo).port}`,
      AWS_REGION: "us-east-1",
      AWS_SECRET_ACCESS_KEY: "key",
      GEMINI_API_KEY: "key",
      GOOGLE_GEMINI_BASE_URL: `${url}/google`,
      OPENAI_API_KEY: "key",
      OPENAI_BASE_URL: `${url}/openai/v1`,
      // These clients take their address only from their options.
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(redirection(url))}`,
    },
    async close() {
      bedrock.close();
      await server.close();
    },
  };
}

/** Returns a completion of the model that was asked for, at the path of any provider with this protocol. */
function chat(path: string, body: Uint8Array<ArrayBuffer>): object | undefined {
  if (!path.endsWith("/chat/completions")) return undefined;
  const { model } = JSON.parse(Buffer.from(body).toString()) as { model: string };
  return { ...CHAT, model };
}

/** Returns a program that sends requests for these addresses to the stand-in. */
function redirection(url: string): string {
  return `const send = globalThis.fetch;
    const there = (address) => String(address).replace(/^https:..api[.][a-z.]+|^http:..127.0.0.1:11434/, "${url}");
    globalThis.fetch = (input, init) =>
      input instanceof Request ? send(new Request(there(input.url), input), init) : send(there(input), init);`;
}
