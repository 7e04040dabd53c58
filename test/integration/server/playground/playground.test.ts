import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRecordings, type RecordedResponse } from "../../../support/openai/openai-recordings.ts";
import { OpenAIStandIn, type Performance } from "../../../support/openai/openai-stand-in.ts";
import { FIXTURES } from "../../../support/paths.ts";
import { type HttpRequest, type HttpServer, startHttpServer } from "../../../support/http/http-server.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { observation } from "../../../support/server/otlp-calls.ts";
import { type AnsweredRun, eventsIn, playgroundOf, runPlayground } from "../../../support/server/playground-runs.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const KEYS = {
  OPENAI_API_KEY: "sk-planted-openai-0123456789",
  ANTHROPIC_API_KEY: "sk-ant-planted-0123456789",
  GEMINI_API_KEY: "AIza-planted-0123456789",
};
const ADDRESSES = ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"];
const before = { ...process.env };
const answered: string[] = [];

const folder = folderOfAllTests("playground");
let server: RunningServer;
let standIn: OpenAIStandIn;
const call = callsOf(() => server);

beforeAll(async () => {
  standIn = await OpenAIStandIn.start();
  // Each performance has a path of its own on this host.
  const { origin } = new URL(standIn.perform({}).url);
  Object.assign(process.env, KEYS, Object.fromEntries(ADDRESSES.map((name) => [name, origin])));
  server = await startServer({ port: 0, dataDirectory: folder });
});
afterAll(async () => {
  await server.close();
  await standIn.stop();
  for (const name of [...Object.keys(KEYS), ...ADDRESSES]) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

const connect = async (provider: string, fields: object = {}): Promise<void> => {
  await call("PUT", "/llm-connections", { provider, adapter: "openai", secretKey: "not kept", ...fields });
};

/** Has a recording answer at the address of a connection. */
const perform = async (response: RecordedResponse, provider = "openai", fields: object = {}): Promise<Performance> => {
  const performance = standIn.perform(response);
  await connect(provider, { baseURL: performance.url, ...fields });
  return performance;
};

const HELLO = [{ role: "user", parts: [{ kind: "text", text: "hello" }] }];

const run = async (request: object = {}): Promise<AnsweredRun> => {
  const answer = await runPlayground(server, {
    connection: "openai",
    model: "gpt-4o-mini",
    messages: HELLO,
    ...request,
  });
  answered.push(answer.text);
  return answer;
};

const stored = async ({ events }: Pick<AnsweredRun, "events">): Promise<Record<string, unknown>> =>
  observation(server, String(events[0]?.["traceId"]));

const textOf = ({ events }: AnsweredRun): string =>
  events.flatMap(({ kind, text }) => (kind === "text" ? [text] : [])).join("");

const openaiRecording = (id: string): RecordedResponse => {
  const { response } = allRecordings().find((one) => one.id === id)!;
  return response.sequence?.[0] ?? response;
};

const otherRecording = (path: string): RecordedResponse => {
  const { response } = JSON.parse(readFileSync(join(FIXTURES, `${path}.json`), "utf8")) as {
    response: { chunks: string[] };
  };
  return { events: response.chunks };
};

describe("a run", () => {
  it("streams the answer, and is stored as a generation with prompt, parameters, usage, cost and original", async () => {
    await call("POST", "/v2/prompts", { name: "ocean", prompt: "Which ocean?" });
    const { requests } = await perform(openaiRecording("chat-stream-usage"));
    const original = { traceId: "a".repeat(32), observationId: "b".repeat(16) };
    const parameters = { temperature: 0.5, maxTokens: 20 };
    const answer = await run({ parameters, original, prompt: { name: "ocean", version: 1 }, extra: { seed: 7 } });
    expect(textOf(answer)).toBe("South Atlantic Ocean.");
    expect(answer.events.at(-1)).toEqual({ kind: "end", problem: null, isStored: true });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: `Bearer ${KEYS.OPENAI_API_KEY}` },
      body: {
        model: "gpt-4o-mini",
        messages: [{ role: "user", content: "hello" }],
        temperature: 0.5,
        max_tokens: 20,
        seed: 7,
        stream: true,
      },
    });
    const generation = await stored(answer);
    expect(generation).toMatchObject({
      type: "GENERATION",
      traceName: "playground",
      tags: ["playground"],
      environment: "playground",
      providedModelName: "gpt-4o-mini-2024-07-18",
      promptName: "ocean",
      promptVersion: 1,
      usageDetails: { input: 22, output: 4, total: 26 },
      modelParameters: { temperature: 0.5, maxTokens: 20, seed: 7 },
      completionStartTime: expect.any(String) as string,
    });
    expect(generation["totalCost"]).toBeGreaterThan(0);
    expect(generation["metadata"]).toMatchObject({
      "playground.original_trace_id": original.traceId,
      "playground.original_observation_id": original.observationId,
      "playground.connection": "openai",
    });
    expect(JSON.parse(String(generation["output"]))).toEqual({ role: "assistant", content: "South Atlantic Ocean." });
  });

  it("keeps the media in its messages when the trace that had them is deleted", async () => {
    const bytes = Buffer.from("a picture");
    const sha256Hash = createHash("sha256").update(bytes).digest("base64");
    const traceId = "d".repeat(32);
    const announced = { contentType: "image/png", contentLength: bytes.length, sha256Hash, traceId, field: "input" };
    const { body } = await call("POST", "/media", announced);
    const path = `/media/${String(body["mediaId"])}`;
    await fetch(String(body["uploadUrl"]), { method: "PUT", headers: { "content-type": "image/png" }, body: bytes });
    await call("PATCH", path, { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200 });
    await perform(openaiRecording("chat-stream-usage"));
    const source = `@@@svcMedia:type=image/png|id=${String(body["mediaId"])}|source=bytes@@@`;
    const { events } = await run({ messages: [{ role: "user", parts: [{ kind: "image", source }] }] });
    expect(events.at(-1)).toEqual({ kind: "end", problem: null, isStored: true });
    expect((await call("DELETE", `/traces/${traceId}`)).status).toBe(200);
    expect((await call("GET", path)).status).toBe(200);
    expect((await call("DELETE", `/traces/${String(events[0]?.["traceId"])}`)).status).toBe(200);
    expect((await call("GET", path)).status).toBe(404);
  });

  it("has the calls of tools that the model asks for", async () => {
    const { requests } = await perform(openaiRecording("chat-stream-tools-parallel"));
    const tools = [{ name: "get_weather", parameters: { type: "object" } }];
    const answer = await run({ tools });
    expect(requests[0]?.body).toMatchObject({ tools: [{ type: "function", function: tools[0] }] });
    const { tool_calls: calls } = JSON.parse(String((await stored(answer))["output"])) as { tool_calls: object[] };
    expect(calls).toMatchObject([
      { function: { name: "get_weather", arguments: '{"location": "New York City"}' } },
      { function: { name: "get_weather", arguments: '{"location": "London"}' } },
    ]);
  });

  it("sends messages with calls, results and images to each provider in its own form", async () => {
    const image = { kind: "image", source: "data:image/png;base64,AAAA" };
    const messages = [
      { role: "system", parts: [{ kind: "text", text: "be short" }] },
      { role: "user", parts: [{ kind: "text", text: "weather?" }, image] },
      { role: "assistant", parts: [{ kind: "toolCall", id: "c1", name: "weather", arguments: { in: "Rome" } }] },
      { role: "tool", parts: [{ kind: "toolResult", id: "c1", content: { sky: "blue" } }] },
    ];
    const parameters = { topP: 0.9 };
    const tools = [{ name: "weather", description: "Tells it", parameters: { type: "object" } }];

    const openai = await perform(openaiRecording("chat-stream-usage"));
    await run({ messages, parameters, tools });
    expect(openai.requests[0]?.body).toMatchObject({
      messages: [
        { role: "system", content: "be short" },
        { role: "user", content: [{ type: "text" }, { type: "image_url", image_url: { url: image.source } }] },
        { role: "assistant", tool_calls: [{ id: "c1", function: { name: "weather", arguments: '{"in":"Rome"}' } }] },
        { role: "tool", tool_call_id: "c1", content: '{"sky":"blue"}' },
      ],
      top_p: 0.9,
    });

    const anthropic = await perform(otherRecording("anthropic/anthropic-otlp-stream"), "anthropic", {
      adapter: "anthropic",
    });
    const claude = await run({ connection: "anthropic", model: "claude-3-opus", messages, parameters, tools });
    expect(textOf(claude)).toMatch(/^Sure, here's a joke about OpenTelemetry/);
    expect((await stored(claude))["usageDetails"]).toEqual({ input: 17, output: 158, total: 175 });
    expect(anthropic.requests[0]).toMatchObject({
      path: "/v1/messages",
      headers: { "x-api-key": KEYS.ANTHROPIC_API_KEY, "anthropic-version": "2023-06-01" },
      body: {
        system: "be short",
        max_tokens: 4096,
        messages: [
          {
            role: "user",
            content: [{ type: "text" }, { type: "image", source: { type: "base64", media_type: "image/png" } }],
          },
          { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "weather", input: { in: "Rome" } }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: '{"sky":"blue"}' }] },
        ],
        tools: [{ name: "weather", input_schema: { type: "object" } }],
      },
    });

    const google = await perform(otherRecording("google-genai/js-chat-stream.1"), "gemini", {
      adapter: "google-ai-studio",
    });
    const gemini = await run({ connection: "gemini", model: "gemini-2.0-flash", messages, parameters, tools });
    expect(textOf(gemini)).toMatch(/^Rain lashed against the bakery window/);
    expect((await stored(gemini))["usageDetails"]).toEqual({ input: 11, output: 132, total: 143 });
    expect(google.requests[0]).toMatchObject({
      path: "/v1/v1beta/models/gemini-2.0-flash:streamGenerateContent?alt=sse",
      headers: { "x-goog-api-key": KEYS.GEMINI_API_KEY },
      body: {
        systemInstruction: { parts: [{ text: "be short" }] },
        contents: [
          { role: "user", parts: [{ text: "weather?" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
          { role: "model", parts: [{ functionCall: { name: "weather", args: { in: "Rome" } } }] },
          { role: "user", parts: [{ functionResponse: { name: "weather", response: { sky: "blue" } } }] },
        ],
        generationConfig: { topP: 0.9 },
        tools: [{ functionDeclarations: tools }],
      },
    });
  });

  it.each([
    ["a refused key", "chat-error-401", /answered 401: it does not accept the key in OPENAI_API_KEY/],
    ["too many requests", "chat-error-429", /answered 429: Rate limit reached/],
    ["an error in the stream", "chat-stream-in-band-error", /.+/],
  ])("says and stores the reason of %s", async (_, id, reason) => {
    await perform(openaiRecording(id));
    const answer = await run();
    expect(answer.events.at(-1)).toMatchObject({
      kind: "end",
      isStored: true,
      problem: expect.stringMatching(reason) as string,
    });
    expect(await stored(answer)).toMatchObject({
      level: "ERROR",
      statusMessage: expect.stringMatching(reason) as string,
    });
  });

  it.each([
    ["hangs", { hangAfter: 3 }, /did not go on within 2 s/],
    ["breaks off", { dropAfter: 3, eventDelayMs: 20 }, /ended the answer before it was complete/],
  ])("keeps what came from an answer that %s", async (_, fault, reason) => {
    await perform({ ...openaiRecording("chat-stream-usage"), ...fault });
    const answer = await run({ timeoutSeconds: 2 });
    expect(answer.events.at(-1)).toMatchObject({ problem: expect.stringMatching(reason) as string });
    const { output, level } = await stored(answer);
    expect(level).toBe("ERROR");
    expect(String(output)).toContain("South");
  });

  it("ends the call when the page leaves, and stores what came", async () => {
    const performance = await perform({ ...openaiRecording("chat-stream-usage"), hangAfter: 3 });
    const controller = new AbortController();
    const response = await fetch(`${playgroundOf(server)}/runs`, {
      method: "POST",
      headers: { origin: server.url },
      body: JSON.stringify({ connection: "openai", model: "gpt-4o-mini", messages: HELLO }),
      signal: controller.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    // The last letters may be held back: the key can begin with them.
    while (!text.includes("Atlan")) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the answer ended with ${text}`);
      text += value;
    }
    controller.abort();
    expect((await performance.nextEnd()).wasLeft).toBe(true);
    const events = eventsIn(text);
    const found = await expect
      .poll(async () => stored({ events }).catch(() => undefined))
      .toBeDefined()
      .then(() => stored({ events }));
    expect(found).toMatchObject({ level: "WARNING", statusMessage: "Stopped in the playground" });
    expect(String(found["output"])).toContain("South Atlantic");
  });

  it("follows no redirect: another address would get the key", async () => {
    const other = standIn.perform(openaiRecording("chat-stream-usage"));
    await perform({ status: 307, headers: { location: `${other.url}/chat/completions` }, text: "" });
    expect((await run()).events.at(-1)).toMatchObject({
      problem: expect.stringContaining("cannot be reached") as string,
    });
    expect(other.requests).toEqual([]);
  });
});

describe("access", () => {
  it("runs nothing for a program, or for another page", async () => {
    const { requests } = await perform(openaiRecording("chat-stream-usage"));
    const request = { connection: "openai", model: "gpt-4o-mini", messages: HELLO };
    for (const headers of [{}, { origin: "http://evil.example" }, { origin: "http://localhost:1" }] as const) {
      expect((await runPlayground(server, request, headers)).status).toBeGreaterThanOrEqual(401);
    }
    const direct = await fetch(`${server.url}/api/local/playground/runs`, {
      method: "POST",
      headers: { origin: "http://evil.example" },
      body: JSON.stringify(request),
    });
    expect(direct.status).toBeGreaterThanOrEqual(401);
    expect(requests).toEqual([]);
  });

  it.each([
    ["no message", { messages: [] }, "messages"],
    ["an unknown part", { messages: [{ role: "user", parts: [{ kind: "file" }] }] }, "messages"],
    ["an address", { baseURL: "http://127.0.0.1/" }, "baseURL"],
  ])("refuses a request with %s", async (_, fields, named) => {
    const { status, text } = await run(fields);
    expect(status).toBe(400);
    expect(text).toContain(named);
  });

  it("refuses an unknown connection", async () => {
    expect((await run({ connection: "nothing" })).status).toBe(404);
  });

  it("sends a key to no address but the provider's and the one that the environment names", async () => {
    const elsewhere = await OpenAIStandIn.start();
    const { url, requests } = elsewhere.perform(openaiRecording("chat-stream-usage"));
    await connect("openai", { baseURL: url });
    const answer = await run();
    expect(textOf(answer)).toBe("South Atlantic Ocean.");
    expect(requests[0]?.headers.authorization).toBeUndefined();
    await connect("openai", { baseURL: "https://evil.example/v1" });
    const { status, text } = await run();
    expect(status).toBe(400);
    expect(text).toContain("OPENAI_BASE_URL=https://evil.example");
    await elsewhere.stop();
  });

  describe("to an account of a gateway", () => {
    let gateway: HttpServer;
    let received: HttpRequest[];
    let trusted: string | undefined;
    beforeAll(async () => {
      trusted = process.env["OPENAI_BASE_URL"];
      gateway = await startHttpServer((request, response) => {
        received.push(request);
        response
          .writeHead(200, { "content-type": "application/json" })
          .end('{"choices":[{"message":{"content":"ok"}}]}');
      });
      process.env["OPENAI_BASE_URL"] = `${gateway.url}/v1/acct-a`;
    });
    afterAll(async () => {
      process.env["OPENAI_BASE_URL"] = trusted;
      await gateway.close();
    });

    it.each([
      ["the address itself", "/v1/acct-a", true],
      ["the address with a slash at its end", "/v1/acct-a/", true],
      ["a path below it", "/v1/acct-a/team/7", true],
      ["the address with a query", "/v1/acct-a?version=2", true],
      ["another account", "/v1/acct-other", false],
      ["an account whose name begins alike", "/v1/acct-ab", false],
      ["the path above", "/v1", false],
      ["the host", "", false],
      ["another case", "/V1/acct-a", false],
      ["a step up", "/v1/acct-a/../acct-b", false],
      ["an encoded step up", "/v1/acct-a/%2e%2e/acct-b", false],
      ["an encoded slash", "/v1/acct-a/..%2facct-b", false],
      ["an encoded slash in the account", "/v1/acct-a%2f..%2facct-b", false],
      ["an encoded backslash", "/v1/acct-a/..%5Cacct-b", false],
      ["a backslash", "/v1/acct-a\\..\\acct-b", false],
      ["a parameter of a segment", "/v1/acct-a/..;/acct-b", false],
      ["an empty segment", "/v1/acct-a//acct-b", false],
      ["an empty segment before", "//v1/acct-a", false],
    ])("goes with the key to no path but that of the environment: %s", async (_, path, hasKey) => {
      received = [];
      await connect("openai", { baseURL: gateway.url + path });
      const { events } = await run();
      expect(events.at(-1)).toMatchObject({ problem: null });
      expect(received.map(({ headers }) => headers.authorization)).toEqual([
        hasKey ? `Bearer ${KEYS.OPENAI_API_KEY}` : undefined,
      ]);
    });

    it("goes with the key to the same host in capitals, and to no other port", async () => {
      received = [];
      process.env["OPENAI_BASE_URL"] = `${gateway.url.replace("127.0.0.1", "localhost")}/v1`;
      await connect("openai", { baseURL: process.env["OPENAI_BASE_URL"].replace("localhost", "LOCALHOST") });
      await run();
      expect(received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEYS.OPENAI_API_KEY}`]);
      process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:1/v1";
      await connect("openai", { baseURL: `${gateway.url}/v1` });
      await run();
      expect(received[1]?.headers.authorization).toBeUndefined();
    });

    it("goes with the key of another variable to no provider", async () => {
      received = [];
      Object.assign(process.env, { MINE_API_KEY: "mine-0123456789abcdef", MINE_BASE_URL: `${gateway.url}/mine` });
      const named = { config: { apiKeyVariable: "MINE_API_KEY" } };
      // The address of the provider itself is not the one that the environment gives beside this key.
      await connect("openai", { ...named, baseURL: "https://api.openai.com/v1" });
      const { status, text } = await run();
      expect([status, text]).toEqual([
        400,
        expect.stringContaining("MINE_BASE_URL=https://api.openai.com/v1") as string,
      ]);
      await connect("openai", { ...named, baseURL: `${gateway.url}/v1/acct-a` });
      await run();
      await connect("openai", named);
      await run();
      delete process.env["MINE_API_KEY"];
      delete process.env["MINE_BASE_URL"];
      expect(received.map(({ target, headers }) => [target, headers.authorization])).toEqual([
        ["/v1/acct-a/chat/completions", undefined],
        ["/mine/chat/completions", "Bearer mine-0123456789abcdef"],
      ]);
    });
  });

  it.each(["STRIPE_API_KEY", "DATABASE_PASSWORD", "PATH", "openai_api_key", "", 5])(
    "may not name the variable %j for its key",
    async (apiKeyVariable) => {
      const answer = await call("PUT", "/llm-connections", {
        provider: "named",
        adapter: "openai",
        secretKey: "not kept",
        config: { apiKeyVariable },
      });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        400,
        expect.stringContaining("variable") as string,
      ]);
      expect((await run({ connection: "named" })).status).toBe(404);
    },
  );

  it("asks for no model whose name leaves the path", async () => {
    const { requests } = await perform(otherRecording("google-genai/js-chat-stream.1"), "gemini", {
      adapter: "google-ai-studio",
    });
    const { events } = await run({ connection: "gemini", model: "x/../../../other" });
    expect(events.at(-1)).toMatchObject({
      problem: expect.stringContaining("cannot be the name of a model") as string,
    });
    expect(requests).toEqual([]);
  });

  it.each([
    ["an adapter that is not called", { adapter: "bedrock" }, "bedrock"],
    [
      "an address that the key is not for",
      { baseURL: "https://api.openai.com/v1" },
      "OTHER_BASE_URL=https://api.openai.com/v1",
    ],
  ])("lists a connection with %s with its problem, and runs nothing over it", async (_, fields, reason) => {
    await connect("other", fields);
    const text = await (await fetch(`${playgroundOf(server)}/connections`)).text();
    answered.push(text);
    const { data } = JSON.parse(text) as { data: Array<{ name: string; problem: string }> };
    expect(data.find(({ name }) => name === "other")?.problem).toContain(reason);
    expect((await run({ connection: "other" })).status).toBe(400);
  });
});

it.each([
  ["openai", ["gpt-4o", "gpt-5.1-chat-latest", "o3-mini"], /audio|codex|image|-pro|realtime|transcribe|tts/],
  ["google-ai-studio", ["gemini-2.5-pro", "gemini-2.5-flash"], /embedding|image|live|native-audio|transcribe|tts/],
])("a connection of %s has the models that hold a conversation", async (adapter, some, others) => {
  await connect("models", { adapter });
  const { data } = (await (await fetch(`${playgroundOf(server)}/connections`)).json()) as {
    data: Array<{ name: string; models: string[] }>;
  };
  const { models = [] } = data.find(({ name }) => name === "models") ?? {};
  expect(models).toEqual(expect.arrayContaining(some));
  expect(models.filter((name) => others.test(name))).toEqual([]);
});

describe("the keys", () => {
  const { OPENAI_API_KEY: KEY } = KEYS;
  const inBase64 = (before: string, name: BufferEncoding = "base64"): string =>
    Buffer.from(before + KEY).toString(name);
  const FORMS: ReadonlyArray<readonly [form: string, text: string]> = [
    ["as they are", KEY],
    ["in capitals", KEY.toUpperCase()],
    ["from their end", Array.from(KEY).toReversed().join("")],
    ["in Base64", inBase64("")],
    ["in Base64 behind a user", inBase64("u:")],
    ["in Base64 behind another user", inBase64("us:")],
    ["in Base64URL", inBase64("?>u:", "base64url")],
    ["in hexadecimal digits", inBase64("", "hex")],
    ["in capital hexadecimal digits", inBase64("", "hex").toUpperCase()],
    ["encoded for an address", Array.from(Buffer.from(KEY), (byte) => `%${byte.toString(16)}`).join("")],
    ["in JSON", JSON.stringify(JSON.stringify({ KEY }))],
    ["with spaces", Array.from(KEY).join(" ")],
    ["on two lines", `${KEY.slice(0, 9)}\n  ${KEY.slice(9)}`],
    ["without their last characters", KEY.slice(0, -2)],
    ["without their first characters", KEY.slice(3)],
    ["by half", KEY.slice(11, 25)],
    ["by half in Base64", inBase64("").slice(0, Math.ceil(inBase64("").length / 2) + 2)],
  ];

  it.each(FORMS)("are hidden %s: in the answer, in errors and in the stored run", async (_, text) => {
    const chunk = (delta: object): string =>
      `data: ${JSON.stringify({ model: `m ${text}`, choices: [{ delta }] })}\n\n`;
    // Cut into pieces of three characters.
    const pieces = `so: ${text}.`.match(/[^]{1,3}/g)!.map((content) => chunk({ content }));
    const toolCall = { index: 0, id: "c", function: { name: "tool", arguments: `{"a":"${text}"}` } };
    const stop = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
    await perform({ events: [...pieces, chunk({ tool_calls: [toolCall] }), stop] });
    const echoed = await run();
    await perform({ status: 500, json: { error: { message: `no model for ${text}` } } });
    const failed = await run();
    const whole = [echoed.text, failed.text, JSON.stringify([await stored(echoed), await stored(failed)])].join("\n");
    const plain = `${textOf(echoed)}\n${whole}`.replaceAll(/\s|\\n/g, "").toLowerCase();
    expect(textOf(echoed)).toContain("[secret]");
    expect(String(failed.events.at(-1)?.["problem"])).toContain("[secret]");
    // The end of a form holds bits of what stands behind it.
    expect(plain).not.toContain(text.replaceAll(/\s/g, "").toLowerCase().slice(4, -4));
  });

  it("are in no answer and no file of the service, even when a provider sends them back", async () => {
    const delta = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const { OPENAI_API_KEY: key } = KEYS;
    const stop = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
    await perform({ events: [delta("the key is "), delta(key.slice(0, 12)), delta(`${key.slice(12)} indeed`), stop] });
    const echoed = await run();
    expect(textOf(echoed)).toBe("the key is [secret] indeed");
    await perform({ status: 500, json: { error: { message: `no model for ${key}` } } });
    expect((await run()).events.at(-1)).toMatchObject({ problem: "OpenAI answered 500: no model for [secret]" });

    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const texts = [...answered, ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"))];
    expect(files.length).toBeGreaterThan(0);
    // Excerpts: whole files would take minutes to compare and print.
    const found = Object.values(KEYS).flatMap((secret) =>
      texts.flatMap((text) => (text.includes(secret) ? [text.slice(text.indexOf(secret) - 200).slice(0, 300)] : [])),
    );
    expect(found).toEqual([]);
    // The search finds what is there.
    expect(texts.some((text) => text.includes("Stopped in the playground"))).toBe(true);
  });
});
