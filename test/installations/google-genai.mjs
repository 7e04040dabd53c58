// Makes calls with @google/genai against a stand-in that answers from recordings, and prints what the application sees.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { nextMillisecond } from "./next-millisecond.mjs";

const FIXTURES = new URL("../fixtures/google-genai/", import.meta.url);
const MODEL = "gemini-2.5-flash";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");

/** Answers by name: recordings, and answers written for these tests. */
const ANSWERS = new Map(
  readdirSync(FIXTURES)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, FIXTURES), "utf8")).response]),
);
const text = (value, more = {}) => ({ content: { role: "model", parts: [{ text: value }] }, ...more });
const chunk = (candidate) => `data: ${JSON.stringify({ candidates: [candidate], modelVersion: MODEL })}\n\n`;
ANSWERS.set("candidates", {
  body: { candidates: [text("a", { index: 0, finishReason: "STOP" }), text("b", { index: 1, finishReason: "STOP" })] },
});
ANSWERS.set("image", {
  body: {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ inlineData: { mimeType: "image/png", data: PNG }, thoughtSignature: PNG }],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: {
      promptTokenCount: 300,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 1290,
      thoughtsTokenCount: 10,
      toolUsePromptTokenCount: 5,
      totalTokenCount: 1605,
      promptTokensDetails: [
        { modality: "TEXT", tokenCount: 20 },
        { modality: "IMAGE", tokenCount: 180 },
        { modality: "AUDIO", tokenCount: 100 },
      ],
      cacheTokensDetails: [{ modality: "AUDIO", tokenCount: 40 }],
      candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }],
    },
  },
});
ANSWERS.set("pictures", { body: { predictions: [{ bytesBase64Encoded: PNG, mimeType: "image/png" }] } });
ANSWERS.set("vertex-embed", {
  body: { predictions: [{ embeddings: { values: [1, 2, 3], statistics: { token_count: 7, truncated: false } } }] },
});
ANSWERS.set("limit", {
  status: 429,
  body: { error: { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED" } },
});
ANSWERS.set("pieces", { chunks: ["Hel", "lo ", "you"].map((piece) => chunk(text(piece))), hangs: true });
ANSWERS.set("torn", { chunks: [chunk(text("Hel"))], tears: true });
ANSWERS.set("failing", {
  chunks: [
    chunk(text("Hel")),
    `data: ${JSON.stringify({ error: { code: 500, message: "broken", status: "INTERNAL" } })}\n\n`,
  ],
});
ANSWERS.set("late", { hangs: true, chunks: [] });

/** Makes all calls and prints their results by name, and the requests. */
export async function converse(genai) {
  const requests = [];
  const server = createServer((request, response) => void answer(request, response, requests));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}/`;
  const clientOf = (names, options = {}) =>
    new genai.GoogleGenAI({
      apiKey: "k",
      ...options,
      httpOptions: { baseUrl: `${baseUrl}${names}`, ...options.httpOptions },
    });
  const seen = {};
  for (const [name, call] of Object.entries({ ...replays(), ...situations() })) {
    await nextMillisecond();
    seen[name] = await call((names = name, options = {}) => clientOf(names, options)).then(
      (result) => ({ result: shown(result) }),
      (error) => ({ error: { class: error.constructor.name, status: error.status, message: error.message } }),
    );
  }
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => void setImmediate(resolve, collect()));
  console.log(JSON.stringify({ seen, requests }).replaceAll(baseUrl, "URL/"));
  server.closeAllConnections();
  server.close();
}

/** Returns a call for each recording of a single request. */
function replays() {
  const calls = {};
  for (const [name] of ANSWERS) {
    const file = new URL(`${name}.json`, FIXTURES);
    if (!readdirSync(FIXTURES).includes(`${name}.json`)) continue;
    const { request } = JSON.parse(readFileSync(file, "utf8"));
    const [, model, method] = /models\/([^:]+):(\w+)/.exec(request.path);
    const { contents, generationConfig, systemInstruction, tools, toolConfig, requests } = request.body;
    const options = request.path.includes("/projects/") ? { vertexai: true } : {};
    const config = { ...generationConfig, systemInstruction, tools, toolConfig };
    calls[name] = async (client) => {
      const { models } = client(name, options);
      if (requests) return models.embedContent({ model, contents: requests.map(({ content }) => content) });
      if (method === "generateContent") return models.generateContent({ model, contents, config });
      return all(
        await models.generateContentStream({
          model,
          contents,
          config: { ...config, automaticFunctionCalling: { disable: true } },
        }),
      );
    };
  }
  return calls;
}

function situations() {
  const ask = { model: MODEL, contents: "Hello" };
  return {
    chat: async (client) => {
      const chat = client("js-chat-stream.1,js-chat-stream.2").chats.create({ model: MODEL });
      return [
        await all(await chat.sendMessageStream({ message: "one" })),
        await all(await chat.sendMessageStream({ message: "two" })),
        chat.getHistory(),
      ];
    },
    afc: async (client) => {
      const calls = [];
      const tool = {
        tool: async () => ({
          functionDeclarations: [{ name: "customDivide", parametersJsonSchema: { type: "object" } }],
        }),
        callTool: async (asked) => {
          calls.push(asked);
          return [{ functionResponse: { name: "customDivide", response: { result: 5 } } }];
        },
      };
      const { models } = client("js-afc-stream.1,js-afc-stream.2");
      return [await all(await models.generateContentStream({ ...ask, config: { tools: [tool] } })), calls];
    },
    candidates: (client) =>
      client().models.generateContent({
        ...ask,
        model: `models/${MODEL}`,
        config: { candidateCount: 2, temperature: 0.5, stopSequences: ["secret"] },
      }),
    image: (client) =>
      client().models.generateContent({
        model: MODEL,
        contents: [
          {
            role: "user",
            parts: [{ inlineData: { mimeType: "image/png", data: PNG } }, { text: "Draw", thoughtSignature: PNG }],
          },
        ],
      }),
    pictures: (client) =>
      client("pictures", { vertexai: true }).models.generateImages({ model: "imagen-4", prompt: "A cat" }),
    "vertex-embed": (client) =>
      client("vertex-embed", { vertexai: true }).models.embedContent({ model: "text-embedding-005", contents: ["a"] }),
    limit: (client) => client().models.generateContent(ask),
    retry: (client) =>
      client("limit,max-tokens-empty", { httpOptions: { retryOptions: { attempts: 2 } } }).models.generateContent(ask),
    timeout: (client) => client("late", { httpOptions: { timeout: 100 } }).models.generateContent(ask),
    break: async (client) => {
      const chunks = [];
      for await (const piece of await client("pieces").models.generateContentStream(ask)) {
        chunks.push(piece);
        if (chunks.length === 2) break;
      }
      return chunks;
    },
    abort: async (client) => {
      const controller = new AbortController();
      const stream = await client("pieces").models.generateContentStream({
        ...ask,
        config: { abortSignal: controller.signal },
      });
      const steps = stream[Symbol.asyncIterator]();
      await steps.next();
      controller.abort();
      while (!(await steps.next()).done);
    },
    torn: async (client) => all(await client().models.generateContentStream(ask)),
    failing: async (client) => all(await client().models.generateContentStream(ask)),
    refused: (client) => client().models.generateContent({ model: "", contents: "Hello" }),
    unread: async (client) => {
      const stream = await client("js-function-calling-stream.1").models.generateContentStreamInternal({
        ...ask,
        contents: [{ role: "user", parts: [{ text: "Hello" }] }],
      });
      return [Object.keys(stream), String(stream)];
    },
  };
}

/** Collects garbage, and lets what waits for the collection run. */
function collect() {
  globalThis.gc();
}

async function all(stream) {
  const chunks = [];
  for await (const piece of stream) chunks.push(piece);
  return { kind: String(stream), keys: Object.keys(stream), chunks };
}

/** Returns the result as JSON has it, with the names of the classes, without what changes from run to run. */
function shown(result) {
  return JSON.parse(
    JSON.stringify(result ?? null, (name, value) => {
      if (name === "sdkHttpResponse") return Object.keys(value);
      const kind = typeof value === "object" && value !== null ? value.constructor?.name : undefined;
      return kind === undefined || kind === "Object" || kind === "Array" ? value : { kind, ...value };
    }),
  );
}

const turns = new Map();

async function answer(request, response, requests) {
  let body = "";
  for await (const piece of request) body += piece;
  requests.push([request.url, body]);
  const names = request.url.split("/")[1].split(",");
  const turn = turns.get(request.url) ?? 0;
  turns.set(request.url, turn + 1);
  const {
    status = 200,
    body: whole,
    chunks,
    hangs,
    tears,
  } = ANSWERS.get(names[Math.min(turn, names.length - 1)]) ?? { status: 404 };
  response.writeHead(status, { "content-type": chunks ? "text/event-stream" : "application/json" });
  if (chunks === undefined) {
    response.end(JSON.stringify(whole));
    return;
  }
  response.flushHeaders();
  for (const piece of chunks) await new Promise((resolve) => void response.write(piece, resolve));
  if (tears) response.destroy();
  else if (!hangs) response.end();
}
