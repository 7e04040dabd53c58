import * as client from "@svc/client";
import { SvcClient } from "@svc/client";
import * as api from "@svc/core/api";
import { setSvcTracerProvider, startActiveObservation } from "@svc/tracing";
import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingServiceOfEachTest, answerJson, type ReceivedRequest } from "../support/http/recording-service.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { record, stopRecording } from "../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const commonJs = createRequire(import.meta.url)("@svc/client") as typeof client;

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest((response) =>
  answerJson(response, 200, { data: [{ id: "p-1", name: "p" }] }),
);
beforeEach(() => {
  for (const name of ["SVC_PUBLIC_KEY", "SVC_SECRET_KEY", "SVC_BASE_URL", "SVC_BASEURL"]) vi.stubEnv(name, undefined);
});

afterEach(() => {
  stopRecording();
  setSvcTracerProvider(null);
  vi.unstubAllEnvs();
});

describe("Client-level managers", () => {
  it.each(["api", "prompt", "dataset", "score", "media", "experiment"])("%s", (manager) => {
    expect(new SvcClient(TEST_KEYS)).toHaveProperty(manager, expect.any(Object));
  });

  it.each(["getProjectId", "getExperimentUrl", "getTraceUrl", "flush", "shutdown", "runBatchedEvaluation"])(
    "%s()",
    (method) => expect(new SvcClient(TEST_KEYS)).toHaveProperty(method, expect.any(Function)),
  );

  it("works with environment variables only", async () => {
    vi.stubEnv("SVC_PUBLIC_KEY", "pk-env");
    vi.stubEnv("SVC_SECRET_KEY", "sk-env");
    vi.stubEnv("SVC_BASE_URL", `${service.url}/behind/`);
    expect(await new SvcClient().getProjectId()).toBe("p-1");
    const [{ path, headers }] = service.requests as [ReceivedRequest];
    expect(path).toBe("/behind/api/public/projects");
    expect(headers).toMatchObject({
      authorization: `Basic ${btoa("pk-env:sk-env")}`,
      "x-svc-public-key": "pk-env",
      "x-svc-sdk-name": "javascript",
    });
    expect(logged.warnings()).toBe("");
  });

  it("getProjectId sends one request, and another after a failure", async () => {
    const one = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
    const { answer } = service;
    service.answer = (response) => answerJson(response, 401, { message: "Invalid credentials" });
    await expect(one.getProjectId()).rejects.toMatchObject({ statusCode: 401 });
    service.answer = answer;
    expect(await Promise.all([one.getProjectId(), one.getProjectId()])).toEqual(["p-1", "p-1"]);
    expect(await one.getProjectId()).toBe("p-1");
    expect(service.requests).toHaveLength(2);
  });

  it("getExperimentUrl and getTraceUrl", async () => {
    const one = new SvcClient({ ...TEST_KEYS, baseUrl: `${service.url}/` });
    expect(await one.getExperimentUrl("39b18b1d11ecd986")).toBe(
      `${service.url}/project/p-1/experiments/results?baseline=39b18b1d11ecd986`,
    );
    expect(await one.getTraceUrl("abc")).toBe(`${service.url}/project/p-1/traces/abc`);
  });

  it("additionalHeaders are sent with every request, in any case", async () => {
    const one = new SvcClient({
      ...TEST_KEYS,
      baseUrl: service.url,
      additionalHeaders: { "X-Team": "green", "X-SVC-SDK-NAME": "mine" },
    });
    await one.getProjectId();
    one.score.create({ sessionId: "s", name: "n", value: 1 });
    await one.flush();
    for (const { headers } of service.requests)
      expect(headers).toMatchObject({ "x-team": "green", "x-svc-sdk-name": "mine" });
    expect(service.requests).toHaveLength(2);
  });

  it("omits an invalid header with an error that hides its value", async () => {
    const one = new SvcClient({
      ...TEST_KEYS,
      baseUrl: service.url,
      additionalHeaders: { "x-broken": "secret\nline", "x-right": "here" },
    });
    await one.getProjectId();
    one.score.create({ sessionId: "s", name: "n", value: 1 });
    expect((await one.flush()).scores).toMatchObject({ delivered: 1, waiting: 0 });
    for (const { headers } of service.requests) {
      expect(headers).toMatchObject({ "x-right": "here" });
      expect(headers).not.toHaveProperty("x-broken");
    }
    expect(logged.errors()).toContain('"x-broken" is not sent');
    expect(logged.errors()).not.toContain("secret");
  });

  it("logs missing credentials once, by the names of their variables", () => {
    for (const params of [{}, {}, { publicKey: "pk" }]) expect(new SvcClient(params)).toBeInstanceOf(SvcClient);
    expect(logged.warnings().match(/set SVC_PUBLIC_KEY and SVC_SECRET_KEY/g)).toHaveLength(1);
    expect(logged.warnings().match(/set SVC_SECRET_KEY,/g)).toHaveLength(1);
  });

  it("suppresses instrumentation of its own requests", async () => {
    const { ended } = record();
    const original = globalThis.fetch;
    vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) =>
      startActiveObservation("instrumented fetch", () => original(...request)),
    );
    const one = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
    await one.getProjectId();
    one.score.create({ sessionId: "s", name: "n", value: 1 });
    await one.flush();
    vi.unstubAllGlobals();
    expect(service.requests).toHaveLength(2);
    expect(ended).toEqual([]);
  });
});

describe("Removed aliases", () => {
  it.each([
    "getPrompt",
    "createPrompt",
    "updatePrompt",
    "getDataset",
    "createDatasetItem",
    "resolveMediaReferences",
    "createDataset",
    "getDatasetItem",
    "fetchMedia",
    "fetchTrace",
    "fetchTraces",
    "fetchObservation",
    "fetchObservations",
    "fetchSessions",
    "getDatasetRun",
    "getDatasetRuns",
  ])("%s", (name) => {
    expect(name in new SvcClient(TEST_KEYS)).toBe(false);
  });

  it.each<[replacement: string, of: (one: SvcClient) => unknown]>([
    ["prompt.get", (one) => one.prompt.get],
    ["prompt.create", (one) => one.prompt.create],
    ["prompt.update", (one) => one.prompt.update],
    ["dataset.get", (one) => one.dataset.get],
    ["dataset.createItem", (one) => one.dataset.createItem],
    ["media.resolveReferences", (one) => one.media.resolveReferences],
    ["api.datasets.create", (one) => one.api.datasets.create],
    ["api.datasetItems.get", (one) => one.api.datasetItems.get],
    ["api.media.get", (one) => one.api.media.get],
    ["api.observations.getMany", (one) => one.api.observations.getMany],
    ["api.experiments.list", (one) => one.api.experiments.list],
    ["api.experiments.listItems", (one) => one.api.experiments.listItems],
  ])("%s is the replacement", (_replacement, of) => {
    expect(of(new SvcClient(TEST_KEYS))).toBeTypeOf("function");
  });
});

describe("The package", () => {
  it("exports the same names as ES module and as CommonJS", () => {
    expect(Object.keys(commonJs).toSorted()).toEqual(Object.keys(client).toSorted());
  });

  it("exports these names, and those of the API", () => {
    const own = Object.keys(client).filter((name) => !(name in api) || name === "ChatMessageType");
    expect(own.toSorted()).toEqual(
      [
        "ChatMessageType",
        "ChatPromptClient",
        "DatasetManager",
        "ExperimentManager",
        "MediaManager",
        "PromptManager",
        "RegressionError",
        "RunnerContext",
        "ScoreManager",
        "SvcClient",
        "SvcMedia",
        "SvcMediaReference",
        "TextPromptClient",
        "createEvaluatorFromAutoevals",
        "requireThresholds",
      ].toSorted(),
    );
    expect(client.ChatMessageType).toEqual({ ChatMessage: "chatmessage", Placeholder: "placeholder" });
    expect(client.SvcAPIError).toBe(api.SvcAPIError);
  });
});
