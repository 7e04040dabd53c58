import { resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { propagateAttributes, startObservation } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exportSinkOfEachTest } from "../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../support/otlp/traced.ts";
import { attributesOfSpan } from "../support/otlp/exported-attributes.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const logged = logLinesOfEachTest();
const sink = exportSinkOfEachTest();
beforeEach(() => {
  vi.stubEnv("SVC_TIMEOUT", undefined);
});

afterEach(() => {
  untrace();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const circular: Record<string, unknown> = {};
circular["self"] = circular;

describe("Errors: a propagated metadata value that cannot be encoded is dropped with a warning", () => {
  it.each<[what: string, value: unknown]>([
    ["NaN", Number.NaN],
    ["Infinity", Infinity],
    ["-Infinity", -Infinity],
    ["undefined", undefined],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a circular value", circular],
    ["a nested NaN", { scores: [1, Number.NaN] }],
    [
      "a value whose toJSON throws",
      {
        toJSON: () => {
          throw new Error("no JSON");
        },
      },
    ],
  ])("%s", async (_what, value) => {
    const { processor } = traceTo(sink.url);
    const returned = propagateAttributes({ metadata: { bad: value, good: 1 } }, () => {
      startObservation("work").end();
      return "the application's result";
    });
    await processor.forceFlush();
    expect(returned).toBe("the application's result");
    const written = attributesOfSpan(sink, "work");
    expect(written).not.toHaveProperty(["svc.trace.metadata.bad"]);
    expect(written).toMatchObject({ "svc.trace.metadata.good": "1" });
    expect(logged.warnings()).toContain('"bad"');
    expect(logged.warnings().split("\n")).toHaveLength(1);
  });
});

describe("Errors: a timeout that is not a finite positive number falls back to 5 seconds with a warning", () => {
  it.each([0, -0, -1, Number.NaN, Infinity, -Infinity, "5", null, {}, true])("option %o", (option) => {
    expect(resolveSetting(settings.timeout, option as never).value).toBe(5);
    expect(logged.warnings()).toContain("timeout");
    expect(logged.warnings()).toContain("5");
  });

  it.each(["0", "-1", "NaN", "Infinity", "-Infinity", "five", "5s", " "])("SVC_TIMEOUT=%s", (text) => {
    vi.stubEnv("SVC_TIMEOUT", text);
    expect(resolveSetting(settings.timeout).value).toBe(5);
    expect(logged.warnings()).toContain("SVC_TIMEOUT");
  });

  it.each<[what: string, option: number | undefined, variable: string | undefined, seconds: number, warned: boolean]>([
    ["no timeout given", undefined, undefined, 5, false],
    ["an option that is not finite", Number.NaN, undefined, 5, true],
    ["an option that is not positive", 0, undefined, 5, true],
    ["a variable that is not positive", undefined, "-3", 5, true],
    ["an option in order", 2, undefined, 2, false],
    ["a variable in order", undefined, "3", 3, false],
  ])("an export: %s", async (_what, option, variable, seconds, warned) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubEnv("SVC_TIMEOUT", variable);
    sink.answer = () => {};
    const { processor } = traceTo(sink.url, option === undefined ? {} : { timeout: option });
    expect(logged.warnings() !== "").toBe(warned);

    startObservation("work").end();
    const flushed = processor.forceFlush();
    await sink.requests(1);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(logged.warnings()).not.toContain("no answer");
    await vi.advanceTimersByTimeAsync(1);
    await flushed;
    expect(logged.warnings()).toContain(`no answer within ${seconds} s`);
  });
});
