import { configureGlobalLogger, LogLevel, resetGlobalLogger } from "@svc/core";
import type { MaskFunction } from "@svc/otel";
import { propagateAttributes, startObservation } from "@svc/tracing";
import { afterEach, describe, expect, it } from "vitest";
import { exportSinkOfEachTest } from "../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../support/otlp/traced.ts";
import { attributesOfSpan } from "../support/otlp/exported-attributes.ts";
import { record, stopRecording } from "../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const logged = logLinesOfEachTest();
const sink = exportSinkOfEachTest();

afterEach(() => {
  untrace();
  resetGlobalLogger();
});

/**
 * Returns the metadata that arrives of an observation with this metadata, made while the other metadata is propagated, under
 * this mask.
 */
async function masked(
  mask: MaskFunction | undefined,
  metadata: unknown,
  propagated: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { processor } = traceTo(sink.url, mask === undefined ? {} : { mask });
  propagateAttributes({ metadata: propagated }, () => startObservation("work", { metadata }).end());
  await processor.forceFlush();
  return attributesOfSpan(sink, "work");
}

describe("Metadata encoding: null and undefined are not written, a debug log is emitted", () => {
  it.each([null, undefined])("%s", async (value) => {
    configureGlobalLogger({ level: LogLevel.DEBUG });
    const attributes = await masked(undefined, { "of no value": value, plan: "pro" });
    expect(attributes).not.toHaveProperty(["svc.observation.metadata.of no value"]);
    expect(attributes).toMatchObject({ "svc.observation.metadata.plan": '"pro"' });
    expect(logged.warnings()).toMatch(/DEBUG.*"of no value"/);
    expect(logged.warnings()).not.toMatch(/DEBUG[^\n]*"plan".*not written/);
  });

  it("logs nothing at the default level", async () => {
    await masked(undefined, { "of no value": null });
    expect(logged.warnings()).toBe("");
  });
});

describe("Client-side consequences: raw span-attribute readers see JSON strings", () => {
  it("on the span itself, at its end", () => {
    const recording = record();
    startObservation("work", { metadata: { plan: "pro", seats: 3 } }).end();
    expect(recording.span("work").attributes).toMatchObject({
      "svc.observation.metadata.plan": '"pro"',
      "svc.observation.metadata.seats": "3",
    });
    stopRecording(recording);
  });
});

describe("Client-side consequences: the mask receives decoded metadata values, and its result is re-encoded", () => {
  it.each<[what: string, value: unknown, seen: unknown]>([
    ["a string", "pro", "pro"],
    ["a numeric string", "42", "42"],
    ["an empty string", "", ""],
    ["a number", 42, 42],
    ["a boolean", true, true],
    ["an object", { a: { b: 1 } }, { a: { b: 1 } }],
    ["an array", ["a", 1], ["a", 1]],
    ["a string that looks like JSON", '{"a":1}', '{"a":1}'],
  ])("receives %s", async (_what, value, seen) => {
    const received: unknown[] = [];
    const mask: MaskFunction = ({ data }) => {
      received.push(data);
      // A copy: a mask that returns the object itself also gets the texts inside it.
      return structuredClone(data) as unknown;
    };
    await masked(mask, { key: value }, { key: value });
    expect(received).toEqual([seen, seen]);
  });

  it.each<[what: string, result: unknown, observation: string | undefined, propagated: string | undefined]>([
    ["a string", "***", '"***"', '"***"'],
    ["a number", 7, "7", "7"],
    ["an object", { kept: [1] }, '{"kept":[1]}', '{"kept":[1]}'],
    ["a bigint", 12345678901234567890n, '"12345678901234567890"', "12345678901234567890"],
    ["undefined: the key is removed", undefined, undefined, undefined],
  ])("writes %s", async (_what, result, observation, propagated) => {
    const attributes = await masked(() => result, { key: "secret" }, { key: "secret" });
    expect(attributes["svc.observation.metadata.key"]).toBe(observation);
    expect(attributes["svc.trace.metadata.key"]).toBe(propagated);
    expect(JSON.stringify(attributes)).not.toContain("secret");
  });

  it("covers every key", async () => {
    const attributes = await masked(
      ({ data }) => (data === "secret" ? "***" : data),
      { a: "secret", b: "public", c: "secret" },
      { d: "secret" },
    );
    expect(attributes).toMatchObject({
      "svc.observation.metadata.a": '"***"',
      "svc.observation.metadata.b": '"public"',
      "svc.observation.metadata.c": '"***"',
      "svc.trace.metadata.d": '"***"',
    });
  });

  it("covers metadata that is not a map", async () => {
    expect(await masked(() => "***", ["secret"])).toMatchObject({ "svc.observation.metadata": '"***"' });
  });

  it.each<[kind: string, value: unknown]>([
    ["string", "pro"],
    ["numeric string", "42"],
    ["empty string", ""],
    ["number", 0.5],
    ["number beyond the safe integers", 1e20],
    ["boolean", false],
    ["nested object", { a: { b: [1, null] } }],
    ["bigint", 12345678901234567890n],
    ["nested bigint", { id: 9007199254740993n }],
    ["Date", new Date(0)],
  ])("a mask that changes nothing keeps the encoding of a %s", async (_kind, value) => {
    const metadataOf = (attributes: Record<string, unknown>): unknown[] => [
      attributes["svc.observation.metadata.key"],
      attributes["svc.trace.metadata.key"],
    ];
    const plain = await masked(undefined, { key: value }, { key: value });
    sink.exports.length = 0;
    untrace();
    const passed = await masked(({ data }) => data, { key: value }, { key: value });
    expect(metadataOf(passed)).toEqual(metadataOf(plain));
  });

  it("a mask that throws hides the value, with a warning", async () => {
    const attributes = await masked(
      () => {
        throw new Error("cannot judge");
      },
      { key: "secret" },
    );
    expect(attributes["svc.observation.metadata.key"]).toBe('"<fully masked due to failed mask function>"');
    expect(logged.warnings()).toContain("mask");
  });
});
