import { ChatPromptClient, SvcClient, TextPromptClient, type ChatMessageOrPlaceholder } from "@svc/client";
import { startObservation } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  recordingServiceOfEachTest,
  answerJson,
  type Answer,
  type ReceivedRequest,
} from "../support/http/recording-service.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { record, stopRecording } from "../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const base = { config: {}, labels: ["production"], tags: [], commitMessage: null };
const textPrompt = (name: string, version = 1, prompt = `Hello from version ${version}.`): object => ({
  ...base,
  name,
  version,
  type: "text",
  prompt,
});
const chatPrompt = (name: string, prompt: ChatMessageOrPlaceholder[]): object => ({
  ...base,
  name,
  version: 1,
  type: "chat",
  prompt,
});

const serve =
  (make: (request: ReceivedRequest, nth: number) => object): Answer =>
  (response, nth, request) =>
    answerJson(response, 200, make(request, nth));
const fail: Answer = (response) => answerJson(response, 404, { message: "Prompt not found" });

let client: SvcClient;

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest(serve((request, nth) => textPrompt(request.path.split("/").at(-1)!, nth)));
beforeEach(() => {
  client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
});

afterEach(() => {
  stopRecording();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Stops only the clock of the cache. */
const stopTheClock = (): void => void vi.useFakeTimers({ toFake: ["performance"] });

describe("prompt.get", () => {
  it("returns the service's prompt", async () => {
    const prompt = await client.prompt.get("greeting");
    expect(prompt).toBeInstanceOf(TextPromptClient);
    expect(prompt).toMatchObject({ name: "greeting", version: 1, type: "text", isFallback: false, ...base });
    expect(prompt.promptResponse).toMatchObject(textPrompt("greeting"));
  });

  it.each<[what: string, options: object, query: object]>([
    ["by default the label production", {}, { label: "production" }],
    ["a label", { label: "staging" }, { label: "staging" }],
    ["a version", { version: 3 }, { version: "3" }],
    ["version over label", { version: 3, label: "staging" }, { version: "3" }],
  ])("requests %s", async (_what, options, query) => {
    await client.prompt.get("a/b c", options);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/api/public/v2/prompts/a/b c", query }]);
  });

  it("caches it for 60 seconds", async () => {
    stopTheClock();
    const first = await client.prompt.get("greeting");
    vi.advanceTimersByTime(59_999);
    expect(await client.prompt.get("greeting")).toBe(first);
    expect(service.requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await client.prompt.get("greeting")).toBe(first);
    await service.arrived(2);
    await vi.waitFor(async () => expect((await client.prompt.get("greeting")).version).toBe(2));
  });

  it("caches versions and labels separately, and a version once for any label", async () => {
    for (const options of [
      {},
      { label: "production" },
      { label: "staging" },
      { version: 1 },
      { version: 1, label: "x" },
    ]) {
      await client.prompt.get("greeting", options);
    }
    expect(service.requests).toHaveLength(3);
  });

  it("accepts cacheTtlSeconds; 0 always fetches, and caches as expired", async () => {
    stopTheClock();
    expect((await client.prompt.get("greeting", { cacheTtlSeconds: 0 })).version).toBe(1);
    expect((await client.prompt.get("greeting", { cacheTtlSeconds: 0 })).version).toBe(2);
    expect((await client.prompt.get("greeting", { cacheTtlSeconds: 10 })).version).toBe(2);
    await service.arrived(3);
    await vi.waitFor(async () => expect((await client.prompt.get("greeting")).version).toBe(3));
  });

  it.each([Number.NaN, -1])("logs an invalid cacheTtlSeconds %o, and uses 60 seconds", async (cacheTtlSeconds) => {
    await client.prompt.get("greeting", { cacheTtlSeconds });
    await client.prompt.get("greeting", { cacheTtlSeconds });
    expect(service.requests).toHaveLength(1);
    expect(logged.warnings()).toContain(`cacheTtlSeconds of the prompt "greeting" is ${cacheTtlSeconds}`);
  });

  it("fetches once for concurrent first calls", async () => {
    const prompts = await Promise.all(Array.from({ length: 100 }, () => client.prompt.get("greeting")));
    expect(service.requests).toHaveLength(1);
    expect(new Set(prompts).size).toBe(1);
  });

  it("refreshes an expired prompt once for concurrent calls, which do not wait", async () => {
    stopTheClock();
    await client.prompt.get("greeting");
    vi.advanceTimersByTime(60_000);
    service.answer = () => {};
    const prompts = await Promise.all(Array.from({ length: 100 }, () => client.prompt.get("greeting")));
    expect(new Set(prompts.map(({ version }) => version))).toEqual(new Set([1]));
    await service.arrived(2);
    expect(service.requests).toHaveLength(2);
  });

  it("returns the expired prompt with a warning when the refresh fails, and tries again", async () => {
    stopTheClock();
    await client.prompt.get("greeting");
    vi.advanceTimersByTime(60_000);
    service.answer = fail;
    expect((await client.prompt.get("greeting")).version).toBe(1);
    await vi.waitFor(() => expect(logged.warnings()).toContain('"greeting" could not be refreshed'));
    expect((await client.prompt.get("greeting")).version).toBe(1);
    await service.arrived(3);
  });

  it("rejects without prompt and fallback, and fetches again at the next call", async () => {
    service.answer = fail;
    await expect(client.prompt.get("greeting")).rejects.toMatchObject({ statusCode: 404 });
    service.answer = serve(() => textPrompt("greeting"));
    expect((await client.prompt.get("greeting")).version).toBe(1);
  });

  it.each<[what: string, fallback: string | ChatMessageOrPlaceholder[], Type: unknown]>([
    ["text", "Hi {{name}}", TextPromptClient],
    ["chat", [{ role: "user", content: "Hi {{name}}" }], ChatPromptClient],
  ])("returns a %s fallback when the fetch fails", async (type, fallback, Type) => {
    service.answer = fail;
    const prompt = await client.prompt.get("greeting", { fallback: fallback as string, label: "staging" });
    expect(prompt).toBeInstanceOf(Type);
    expect(prompt).toMatchObject({ name: "greeting", version: 0, isFallback: true, type, prompt: fallback });
    expect(prompt).toMatchObject({ config: {}, tags: [], labels: ["staging"] });
    expect((await client.prompt.get("greeting", { fallback: "x", version: 7 })).version).toBe(7);
  });

  it.each<[how: string, answer: Answer, reason: string]>([
    ["the service says no", fail, "Prompt not found"],
    ["it answers several lines", (response) => answerJson(response, 404, { message: "one\ntwo" }), "one two"],
  ])("logs one line with the reason for a fallback, when %s", async (_how, answer, reason) => {
    service.answer = answer;
    await client.prompt.get("greeting", { fallback: "x", maxRetries: 0 });
    expect(logged.warnings().split("\n")).toEqual([
      expect.stringMatching(/WARN The prompt "greeting" could not be fetched, its fallback is used: /),
    ]);
    expect(logged.warnings()).toContain(reason);
  });

  it("uses no fallback while a prompt is cached", async () => {
    await client.prompt.get("greeting");
    service.answer = fail;
    expect((await client.prompt.get("greeting", { fallback: "x" })).isFallback).toBe(false);
  });

  it("rejects a prompt of another type", async () => {
    await expect(client.prompt.get("greeting", { type: "chat" })).rejects.toThrow(
      "is a text prompt, not a chat prompt",
    );
  });

  it.each(["", undefined, null, 7])("rejects the name %o", async (name) => {
    await expect(client.prompt.get(name as string)).rejects.toThrow("A prompt's name must be a text that is not empty");
    expect(service.requests).toEqual([]);
  });
});

describe("prompt.get: retries and timeouts", () => {
  it.each([
    ["by default two more times", {}, 3],
    ["maxRetries", { maxRetries: 1 }, 2],
    ["not at all", { maxRetries: 0 }, 1],
  ])("retries a 503: %s", async (_what, options, requests) => {
    service.answer = (response) => void response.writeHead(503, { "retry-after": "0" }).end();
    await expect(client.prompt.get("greeting", options)).rejects.toMatchObject({ statusCode: 503 });
    expect(service.requests).toHaveLength(requests);
  });

  it.each<[what: string, seconds: number, params: object, variable: string | undefined, options: object]>([
    ["5 seconds", 5, {}, undefined, {}],
    ["the client's timeout", 2, { timeout: 2 }, undefined, {}],
    ["SVC_TIMEOUT", 3, {}, "3", {}],
    ["fetchTimeoutMs", 0.25, { timeout: 2 }, "3", { fetchTimeoutMs: 250 }],
    ["5 seconds again for a negative fetchTimeoutMs", 5, {}, undefined, { fetchTimeoutMs: -1 }],
  ])("waits %s", async (_what, seconds, params, variable, options) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubEnv("SVC_TIMEOUT", variable);
    service.answer = () => {};
    const patient = new SvcClient({ ...TEST_KEYS, baseUrl: service.url, ...params });
    let failure: unknown;
    const got = patient.prompt.get("greeting", options).catch((error: unknown) => (failure = error));
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await got;
    expect(failure).toMatchObject({ name: "SvcAPITimeoutError" });
  });

  it.each([
    ["create", () => client.prompt.create({ name: "a", prompt: "x" })],
    ["update", () => client.prompt.update({ name: "a", version: 1, newLabels: [] })],
    ["delete", () => client.prompt.delete("a")],
  ])("%s waits 5 seconds", async (_method, call) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    service.answer = () => {};
    const called = call().catch((error: unknown) => error);
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await called).toMatchObject({ name: "SvcAPITimeoutError" });
  });
});

describe("prompt.create, update, delete", () => {
  it("create makes a text prompt by default", async () => {
    const prompt = await client.prompt.create({
      name: "greeting",
      prompt: "Hi",
      labels: ["production"],
      config: { t: 1 },
    });
    expect(prompt).toBeInstanceOf(TextPromptClient);
    expect(service.requests).toMatchObject([
      {
        method: "POST",
        path: "/api/public/v2/prompts",
        body: { name: "greeting", type: "text", prompt: "Hi", labels: ["production"], config: { t: 1 } },
      },
    ]);
  });

  it("create distinguishes messages and placeholders", async () => {
    service.answer = serve(() => chatPrompt("chat", []));
    const prompt = await client.prompt.create({
      name: "chat",
      type: "chat",
      prompt: [
        { role: "system", content: "Be short." },
        { type: "placeholder", name: "history" },
      ],
    });
    expect(prompt).toBeInstanceOf(ChatPromptClient);
    expect(service.requests[0]!.body).toMatchObject({
      prompt: [
        { type: "chatmessage", role: "system", content: "Be short." },
        { type: "placeholder", name: "history" },
      ],
    });
  });

  it.each<[what: string, prompt: unknown, problem: string]>([
    ["a text", "Hi\n{{#a}}", 'line 2, column 1: the section "a" is not closed'],
    [
      "a message",
      [
        { role: "system", content: "{{a}}" },
        { role: "user", content: "{{/a}}" },
      ],
      'message 2, line 1, column 1: the section "a" is closed, but not open',
    ],
  ])("create rejects an unbalanced tag in %s, and sends nothing", async (_what, prompt, problem) => {
    const type = typeof prompt === "string" ? "text" : "chat";
    const creation = client.prompt.create({ name: "greeting", type, prompt } as never);
    await expect(creation).rejects.toThrow(`The prompt "greeting" is no Mustache template: ${problem}.`);
    expect(service.requests).toEqual([]);
  });

  it("create leaves a text that refers to another prompt to the service", async () => {
    await client.prompt.create({ name: "a", prompt: "@@@svcPrompt:name=start|label=latest@@@{{/a}}" });
    expect(service.requests).toHaveLength(1);
  });

  it("update adds labels to a version", async () => {
    await client.prompt.update({ name: "a/b", version: 2, newLabels: ["production"] });
    expect(service.requests).toMatchObject([
      { method: "PATCH", path: "/api/public/v2/prompts/a/b/versions/2", body: { newLabels: ["production"] } },
    ]);
  });

  it.each([
    [{}, {}],
    [{ version: 2 }, { version: "2" }],
    [{ label: "staging" }, { label: "staging" }],
  ])("delete with %o", async (which, query) => {
    service.answer = (response) => void response.writeHead(204).end();
    await client.prompt.delete("greeting", which);
    expect(service.requests).toMatchObject([{ method: "DELETE", path: "/api/public/v2/prompts/greeting", query }]);
  });

  it.each([
    ["create", () => client.prompt.create({ name: "foo", prompt: "x" })],
    ["update", () => client.prompt.update({ name: "foo", version: 1, newLabels: [] })],
    ["delete", () => client.prompt.delete("foo")],
  ])("%s removes every version and label of exactly this name from the cache", async (_method, change) => {
    for (const name of ["foo", "foo-bar", "fo"]) await client.prompt.get(name);
    await client.prompt.get("foo", { version: 1 });
    await change();
    service.requests.length = 0;
    for (const name of ["foo", "foo-bar", "fo"]) await client.prompt.get(name);
    await client.prompt.get("foo", { version: 1 });
    expect(service.requests.map(({ path }) => path.split("/").at(-1))).toEqual(["foo", "foo"]);
  });

  it("a change removes the prompts that include the changed one", async () => {
    const graph = { root: { name: "whole" }, dependencies: { v1: [{ id: "v2", name: "part", version: 1 }] } };
    service.answer = serve(({ path }) => {
      const name = path.split("/").at(-1)!;
      return { ...textPrompt(name), resolutionGraph: name === "whole" ? graph : null };
    });
    for (const name of ["whole", "other"]) await client.prompt.get(name);
    await client.prompt.create({ name: "part", prompt: "new", labels: ["production"] });
    service.requests.length = 0;
    for (const name of ["whole", "other"]) await client.prompt.get(name);
    expect(service.requests.map(({ path }) => path.split("/").at(-1))).toEqual(["whole"]);
  });

  it("a fetch that began before an update is not cached", async () => {
    const answers: Array<() => void> = [];
    service.answer = (response, nth) => answers.push(() => answerJson(response, 200, textPrompt("foo", nth)));
    const early = client.prompt.get("foo");
    await service.arrived(1);
    const update = client.prompt.update({ name: "foo", version: 2, newLabels: ["production"] });
    await service.arrived(2);
    answers[1]!();
    await update;
    answers[0]!();
    expect((await early).version).toBe(1);
    service.answer = serve(() => textPrompt("foo", 2));
    expect((await client.prompt.get("foo")).version).toBe(2);
  });
});

describe("linking to generations", () => {
  it("records the name and version of a generation's prompt, but not of a fallback", async () => {
    const { ended } = record();
    const prompt = await client.prompt.get("greeting");
    startObservation("linked", { prompt }, { asType: "generation" }).end();
    service.answer = fail;
    const fallback = await client.prompt.get("other", { fallback: "x" });
    startObservation("not linked", { prompt: fallback }, { asType: "generation" }).end();
    expect(ended.map(({ attributes }) => attributes)).toMatchObject([
      { "svc.observation.prompt.name": "greeting", "svc.observation.prompt.version": 1 },
      {},
    ]);
    expect(ended[1]!.attributes).not.toHaveProperty(["svc.observation.prompt.name"]);
  });
});

describe("entries of a chat prompt without a type", () => {
  const entries = [
    { role: "system", content: "Be short." },
    { name: "history" },
    { role: "user", content: "{{question}}" },
  ] as unknown as ChatMessageOrPlaceholder[];
  const typed = [
    { type: "chatmessage", role: "system", content: "Be short." },
    { type: "placeholder", name: "history" },
    { type: "chatmessage", role: "user", content: "{{question}}" },
  ];

  it("get one from the service", async () => {
    service.answer = serve(() => chatPrompt("support", entries));
    expect((await client.prompt.get("support", { type: "chat" })).prompt).toEqual(typed);
  });

  it("get one in a fallback", async () => {
    service.answer = fail;
    expect((await client.prompt.get("support", { type: "chat", fallback: entries })).prompt).toEqual(typed);
  });
});
