import * as core from "@svc/core";
import * as otel from "@svc/otel";
import * as tracing from "@svc/tracing";
import { startObservation, type SvcObservationType } from "@svc/tracing";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { record, stopRecording } from "../support/tracing-recorded.ts";

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

const TYPES: SvcObservationType[] = [
  "span",
  "generation",
  "event",
  "agent",
  "tool",
  "chain",
  "retriever",
  "evaluator",
  "guardrail",
  "embedding",
];

describe("Removed names", () => {
  beforeAll(() => void record());
  afterAll(() => stopRecording());

  it.each(modules)("%s exports none of them", (_name, module) => {
    expect(Object.keys(module).length).toBeGreaterThan(0);
    expect(Object.keys(module).filter((name) => REMOVED.has(name))).toEqual([]);
  });

  it("ES module and CommonJS export the same names", () => {
    for (let i = 0; i < modules.length; i += 2) {
      expect(Object.keys(modules[i]![1]).toSorted()).toEqual(Object.keys(modules[i + 1]![1]).toSorted());
    }
  });

  it.each(TYPES)("an observation of type %s has none of setTraceIO, updateTrace and link", (asType) => {
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
