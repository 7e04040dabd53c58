import { SvcClient } from "@svc/client";
import * as core from "@svc/core";
import * as otel from "@svc/otel";
import * as tracing from "@svc/tracing";
import { startObservation } from "@svc/tracing";
import { createRequire } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OBSERVATION_TYPES, record, stopRecording } from "../support/otlp/recorded-spans.ts";
import { captureLogLines, type LogLines } from "../support/log-lines.ts";

const require = createRequire(import.meta.url);

const modules: Array<[name: string, module: object]> = [
  ["@svc/core", core],
  ["@svc/core, CommonJS", require("@svc/core") as object],
  ["@svc/tracing", tracing],
  ["@svc/tracing, CommonJS", require("@svc/tracing") as object],
  ["@svc/otel", otel],
  ["@svc/otel, CommonJS", require("@svc/otel") as object],
];

const REMOVED = new Set([
  "setActiveTraceIO",
  "setTraceIO",
  "createTraceAttributes",
  "updateActiveTrace",
  "SvcTraceAttributes",
  "SvcTraceClient",
  "LinkDatasetItemFunction",
  "SdkLogEvent",
]);

describe("Removed names", () => {
  beforeAll(() => void record());
  afterAll(() => stopRecording());

  it.each(modules)("%s exports no removed name", (_name, module) => {
    expect(Object.keys(module).length).toBeGreaterThan(0);
    expect(Object.keys(module).filter((name) => REMOVED.has(name))).toEqual([]);
  });

  it("ES module and CommonJS export the same names", () => {
    for (let i = 0; i < modules.length; i += 2) {
      expect(Object.keys(modules[i]![1]).toSorted()).toEqual(Object.keys(modules[i + 1]![1]).toSorted());
    }
  });

  it.each(OBSERVATION_TYPES)("an observation of type %s lacks setTraceIO, updateTrace and link", (asType) => {
    const observation = startObservation("work", {}, { asType });
    for (const name of ["setTraceIO", "updateTrace", "link"]) expect(name in observation).toBe(false);
    expect(observation.setTraceAsPublic()).toBe(observation);
    observation.end();
  });

  it.each(["setTraceAsPublic", "setActiveTraceAsPublic"])("%s is unchanged", (name) => {
    const observation = startObservation("work") as unknown as Record<string, unknown>;
    expect(typeof (observation[name] ?? (tracing as Record<string, unknown>)[name])).toBe("function");
  });
});

type Anything = Record<string, Record<string, unknown>>;

const client = (): Anything =>
  new SvcClient({ publicKey: "pk", secretKey: "sk", baseUrl: "http://127.0.0.1:9" }) as unknown as Anything;
const api = (): Anything => client()["api"] as Anything;
const span = (): unknown => startObservation("work");
const ofCommonJs = (): unknown => require("@svc/tracing");

const REPLACED: ReadonlyArray<[owner: string, name: string, make: () => unknown, replacement: string]> = [
  ...(
    [
      ["getPrompt", "prompt.get("],
      ["createPrompt", "prompt.create("],
      ["updatePrompt", "prompt.update("],
      ["getDataset", "dataset.get("],
      ["createDatasetItem", "dataset.createItem("],
      ["resolveMediaReferences", "media.resolveReferences("],
      ["createDataset", "api.datasets.create("],
      ["getDatasetItem", "api.datasetItems.get("],
      ["fetchMedia", "api.media.get("],
      ["fetchTrace", "api.observations.getMany("],
      ["fetchTraces", "api.observations.getMany("],
      ["fetchObservation", "api.observations.getMany("],
      ["fetchObservations", "api.observations.getMany("],
      ["fetchSessions", "api.observations.getMany("],
      ["getDatasetRun", "api.experiments.list("],
      ["getDatasetRuns", "api.experiments.list("],
    ] as const
  ).map(([name, replacement]): [string, string, () => unknown, string] => ["SvcClient", name, client, replacement]),
  ["api", "sessions", api, "api.observations.getMany("],
  ["api", "legacy", api, "api.observations.getMany("],
  ["api", "datasetRunItems", api, "api.experiments.listItems("],
  ["api.trace", "get", () => api()["trace"], "api.observations.getMany("],
  ["api.trace", "list", () => api()["trace"], "api.observations.getMany("],
  ["api.scores", "getMany", () => api()["scores"], "api.scoresV3.getManyV3("],
  ["api.scores", "getById", () => api()["scores"], "api.scoresV3.getManyV3("],
  ["api.datasets", "getRun", () => api()["datasets"], "api.experiments.list("],
  ["api.datasets", "getRuns", () => api()["datasets"], "api.experiments.list("],
  ["api.datasets", "deleteRun", () => api()["datasets"], "api.experiments.listItems("],
  ["span", "setTraceIO", span, "update({ input, output })"],
  ["@svc/tracing", "setActiveTraceIO", ofCommonJs, "updateActiveObservation("],
  ["@svc/tracing", "createTraceAttributes", ofCommonJs, "createObservationAttributes("],
];

describe("Removed names that plain JavaScript reads", () => {
  let logged: LogLines;

  beforeAll(() => void record());
  beforeEach(() => {
    logged = captureLogLines();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => stopRecording());

  it.each(REPLACED)("%s.%s is absent, and reading it logs its replacement once", (owner, name, make, replacement) => {
    const holder = make() as Record<string, unknown>;
    expect(name in holder).toBe(false);
    expect(Object.hasOwn(holder, name)).toBe(false);
    expect(logged.warnings()).toBe("");
    expect(typeof holder[name]).toBe("undefined");
    expect(() => (holder[name] as () => void)()).toThrow(TypeError);
    expect(logged.warnings().split("\n")).toEqual([
      expect.stringContaining(`WARN ${owner}.${name} is removed: use ${replacement}`),
    ]);
  });

  it("are not read by code that inspects such an object", async () => {
    for (const holder of [client(), api(), api()["trace"], span(), ofCommonJs()]) {
      const { inspect } = await import("node:util");
      inspect(holder, { depth: 2, showHidden: true });
      expect({ ...(holder as object) }).toBeTypeOf("object");
      expect(await Promise.resolve(holder)).toBe(holder);
      expect(String(holder)).toContain("object");
      expect((holder as object) instanceof Object).toBe(true);
    }
    expect(logged.warnings()).toBe("");
  });
});
