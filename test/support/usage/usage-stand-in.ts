import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerAskedFor } from "./answers.ts";
import type { Fields } from "./door.ts";
import { messageWire } from "./wires/anthropic.ts";
import { converseWire, eventFrame, invokeWire } from "./wires/aws.ts";
import { cohereEmbedWire, cohereV1Wire, cohereWire } from "./wires/cohere.ts";
import { gatewayWire } from "./wires/gateway.ts";
import { contentWire, googleEmbedWire, interactionWire } from "./wires/google.ts";
import { ollamaEmbedWire, ollamaGenerateWire, ollamaWire } from "./wires/ollama.ts";
import {
  chatWire,
  completionWire,
  embeddingWire,
  imageWire,
  mistralWire,
  responseWire,
  xaiWire,
} from "./wires/openai.ts";
import { voyageWire } from "./wires/voyage.ts";
import type { WireOf } from "./wires/wire.ts";

/** Server that answers in the form of each provider, with the usage of the answer whose index the question has. */
export interface UsageStandIn {
  readonly url: string;
  close(): Promise<void>;
}

/** Forms of the providers, by the paths of their requests. */
const WIRES: ReadonlyArray<readonly [path: RegExp, wireOf: WireOf]> = [
  [/\/xai\/chat\/completions$/, xaiWire],
  [/\/mistral\/v1\/chat\/completions$/, mistralWire],
  [/\/chat\/completions$/, chatWire],
  [/\/completions$/, completionWire],
  [/\/responses$/, responseWire],
  [/\/images\/generations$/, imageWire],
  [/\/messages$|:(?:r|streamR)awPredict$/, messageWire],
  [/:(?:g|streamG)enerateContent/, contentWire],
  [/:(?:predict|embedContent|batchEmbedContents)$/, googleEmbedWire],
  [/\/interactions$/, interactionWire],
  [/\/v2\/chat$/, cohereWire],
  [/\/v1\/chat$/, cohereV1Wire],
  [/\/api\/chat$/, ollamaWire],
  [/\/api\/generate$/, ollamaGenerateWire],
  [/\/converse(?:-stream)?$/, converseWire],
  [/\/invoke(?:-with-response-stream)?$/, invokeWire],
  [/\/language-model$/, gatewayWire],
  [/\/voyage\/(?:embeddings|rerank)$/, voyageWire],
  [/\/embeddings$/, embeddingWire],
  [/\/v2\/embed$/, cohereEmbedWire],
  [/\/api\/embed$/, ollamaEmbedWire],
];

/** Wires whose streams have a JSON text in each line, or a binary frame for each event. All others are server-sent events. */
const LINES: ReadonlySet<WireOf> = new Set([cohereV1Wire, ollamaWire, ollamaGenerateWire]);
const FRAMES: ReadonlySet<WireOf> = new Set([converseWire, invokeWire]);

/** Wires whose streams end with a word. */
const DONE: ReadonlySet<WireOf> = new Set([chatWire, completionWire, mistralWire, xaiWire]);

/** Starts the server on loopback. Each question asks for an answer by {@link answerAskedFor}. */
export async function startUsageStandIn(): Promise<UsageStandIn> {
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { pathname } = new URL(request.url!, "http://stand-in");
  const answer = answerAskedFor(body);
  const wireOf = WIRES.find(([path]) => path.test(pathname))?.[1];
  if (answer === undefined || wireOf === undefined) {
    response
      .writeHead(404, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { message: pathname } }));
    return;
  }
  const fields = JSON.parse(body) as Fields;
  const { whole, events, headers } = wireOf(answer.model, answer.amounts, {
    path: pathname,
    body: fields,
    headers: request.headers,
  });
  const isStreamed =
    fields["stream"] === true ||
    /[:-]stream/.test(pathname) ||
    request.headers["ai-language-model-streaming"] === "true";
  if (!isStreamed) {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(whole));
  } else if (LINES.has(wireOf)) {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.end(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  } else if (FRAMES.has(wireOf)) {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    response.end(Buffer.concat(events.map(eventFrame)));
  } else {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map(eventText).join("") + (DONE.has(wireOf) ? "data: [DONE]\n\n" : ""));
  }
}

function eventText(event: Fields): string {
  const { type } = event;
  return `${typeof type === "string" ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
}
