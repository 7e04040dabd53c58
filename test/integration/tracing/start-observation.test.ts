import { context, trace } from "@opentelemetry/api";
import { AlwaysOffSampler } from "@opentelemetry/sdk-trace";
import { SVC_SDK_VERSION } from "@svc/core";
import { startObservation, type SvcObservationAttributes } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { captureLogLines } from "../../support/log-lines.ts";
import {
  OBSERVATION_TYPES,
  record,
  REMOTE_PARENT,
  stopRecording,
  type Recording,
} from "../../support/otlp/recorded-spans.ts";

let recording: Recording;

beforeEach(() => {
  recording = record();
});

afterEach(() => {
  stopRecording(recording);
});

describe("startObservation", () => {
  it.each(OBSERVATION_TYPES)("starts an observation of type %s", (asType) => {
    const observation = startObservation("work", { input: "in" }, { asType });
    if (asType !== "event") observation.end();
    const span = recording.span("work");
    expect(observation.type).toBe(asType);
    expect(observation.id).toBe(span.spanContext().spanId);
    expect(observation.traceId).toBe(span.spanContext().traceId);
    expect(span.attributes).toEqual({ "svc.observation.type": asType, "svc.observation.input": "in" });
    expect(span.instrumentationScope).toMatchObject({ name: "svc-sdk", version: SVC_SDK_VERSION });
  });

  it("makes a span by default", () => {
    expect(startObservation("work").type).toBe("span");
    expect(recording.started[0]!.attributes).toEqual({ "svc.observation.type": "span" });
  });

  it("does not activate it", () => {
    startObservation("work");
    expect(trace.getActiveSpan()).toBeUndefined();
  });

  it("is a root without an active span", () => {
    startObservation("first").end();
    startObservation("second").end();
    expect(recording.span("first").parentSpanContext).toBeUndefined();
    expect(recording.span("second").parentSpanContext).toBeUndefined();
    expect(recording.span("first").spanContext().traceId).not.toBe(recording.span("second").spanContext().traceId);
  });

  it("is below the active span of any tracer", () => {
    const http = recording.provider.getTracer("http").startSpan("GET /");
    context.with(trace.setSpan(context.active(), http), () => startObservation("work").end());
    expect(recording.span("work").parentSpanContext?.spanId).toBe(http.spanContext().spanId);
    expect(recording.span("work").spanContext().traceId).toBe(http.spanContext().traceId);
  });

  it("is below parentSpanContext in any context", () => {
    const http = recording.provider.getTracer("http").startSpan("GET /");
    context.with(trace.setSpan(context.active(), http), () =>
      startObservation("work", {}, { parentSpanContext: REMOTE_PARENT }).end(),
    );
    expect(recording.span("work").parentSpanContext).toEqual(REMOTE_PARENT);
    expect(recording.span("work").spanContext().traceId).toBe(REMOTE_PARENT.traceId);
  });

  it("starts at startTime and ends at the time given to end", () => {
    const observation = startObservation("work", {}, { startTime: new Date(1_000_000) });
    observation.end(new Date(1_002_500));
    const { startTime, endTime, duration } = recording.span("work");
    expect([startTime, endTime, duration]).toEqual([
      [1_000, 0],
      [1_002, 500_000_000],
      [2, 500_000_000],
    ]);
  });

  it("starts and ends now by default", () => {
    const before = Date.now();
    startObservation("work").end();
    const [start, end] = [recording.span("work").startTime, recording.span("work").endTime].map(
      ([seconds, nanoseconds]) => seconds * 1000 + nanoseconds / 1e6,
    );
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end).toBeGreaterThanOrEqual(start!);
    expect(end).toBeLessThanOrEqual(Date.now() + 1);
  });
});

describe("an observation", () => {
  it("is updated key by key; missing and null keys keep their value", () => {
    const observation = startObservation("work", { input: "in", metadata: { a: 1, b: 1 } });
    const same = observation.update({ output: "out", metadata: { b: 2, c: 3 } });
    observation.update({ input: null, metadata: { a: null, b: undefined, c: () => 1 } }).update({});
    observation.end();
    expect(same).toBe(observation);
    expect(recording.span("work").attributes).toEqual({
      "svc.observation.type": "span",
      "svc.observation.input": "in",
      "svc.observation.output": "out",
      "svc.observation.metadata.a": "1",
      "svc.observation.metadata.b": "2",
      "svc.observation.metadata.c": "3",
    });
  });

  it("starts child observations, which are not active", () => {
    const agent = startObservation("agent", {}, { asType: "agent" });
    const tool = agent.startObservation("tool", { input: 1 }, { asType: "tool", startTime: new Date(5_000) });
    tool.startObservation("leaf").end();
    expect(trace.getActiveSpan()).toBeUndefined();
    tool.end();
    agent.end();
    expect(recording.span("tool").parentSpanContext?.spanId).toBe(agent.id);
    expect(recording.span("tool").startTime).toEqual([5, 0]);
    expect(recording.span("tool").attributes).toMatchObject({ "svc.observation.type": "tool" });
    expect(recording.span("leaf").parentSpanContext?.spanId).toBe(tool.id);
    expect(recording.span("leaf").attributes).toEqual({ "svc.observation.type": "span" });
    expect(new Set(recording.ended.map((span) => span.spanContext().traceId))).toEqual(new Set([agent.traceId]));
  });

  it("makes its trace public", () => {
    const observation = startObservation("work");
    expect(observation.setTraceAsPublic()).toBe(observation);
    observation.end();
    expect(recording.span("work").attributes["svc.trace.public"]).toBe(true);
  });

  it("ignores updates after its end", () => {
    const observation = startObservation("work", { output: "first" });
    observation.end();
    observation.update({ output: "second" });
    expect(recording.span("work").attributes["svc.observation.output"]).toBe("first");
  });
});

describe("an event", () => {
  it("has ended at its start", () => {
    startObservation("event", { input: "in" }, { asType: "event", startTime: new Date(7_000) });
    expect(recording.span("event")).toMatchObject({ startTime: [7, 0], endTime: [7, 0] });
    expect(recording.span("event").attributes["svc.observation.input"]).toBe("in");
  });

  it("ends now when it has no startTime", () => {
    const before = Date.now();
    startObservation("event", {}, { asType: "event" });
    const [seconds, nanoseconds] = recording.span("event").endTime;
    expect(seconds * 1000 + nanoseconds / 1e6).toBeGreaterThanOrEqual(before);
  });

  it("ends itself below another observation", () => {
    const parent = startObservation("parent");
    parent.startObservation("event", {}, { asType: "event", startTime: new Date(7_000) });
    expect(recording.span("event")).toMatchObject({ startTime: [7, 0], endTime: [7, 0] });
    expect(recording.ended).toHaveLength(1);
    parent.end();
  });
});

describe("does not throw into the application", () => {
  const throwing = {
    toJSON(): never {
      throw new Error("must not reach the application");
    },
  };
  const getter = {
    get secret(): never {
      throw new Error("must not reach the application");
    },
  };

  it.each<[what: string, attributes: SvcObservationAttributes]>([
    ["input", { input: throwing }],
    ["output", { output: throwing }],
    ["a metadata value", { metadata: { bad: throwing, good: 1 } }],
    ["metadata as a whole", { metadata: [throwing] }],
    ["modelParameters", { modelParameters: { bad: throwing } }],
    ["input with a getter that throws", { input: getter }],
    ["a metadata value with a getter that throws", { metadata: { bad: getter } }],
    ["metadata with a getter that throws", { metadata: getter }],
  ])("if %s cannot be serialized", (_what, attributes) => {
    const observation = startObservation("work", attributes, { asType: "generation" });
    observation.update(attributes).update({ statusMessage: "alive" }).end();
    expect(recording.span("work").attributes["svc.observation.status_message"]).toBe("alive");
  });

  it("a field with a getter that throws costs itself only, and one line names the field", () => {
    const logged = captureLogLines();
    const attributes: SvcObservationAttributes = Object.defineProperty(
      { output: "answer", metadata: { kept: 1 } },
      "input",
      {
        get: () => getter.secret,
      },
    );
    startObservation("work", attributes).end();
    expect(recording.span("work").attributes).toMatchObject({
      "svc.observation.output": "answer",
      "svc.observation.metadata.kept": "1",
    });
    expect(recording.span("work").attributes).not.toHaveProperty("svc.observation.input");
    expect(logged.errors()).toMatch(/ERROR The field input of an observation could not be read/);
  });

  it("a metadata key with a getter that throws costs itself only", () => {
    startObservation("work", {
      metadata: Object.assign(Object.create(null, Object.getOwnPropertyDescriptors(getter)), { good: 1 }) as object,
    }).end();
    expect(recording.span("work").attributes).toMatchObject({
      "svc.observation.metadata.secret": '"<failed to serialize>"',
      "svc.observation.metadata.good": "1",
    });
  });
});

describe("without recording", () => {
  const never: SvcObservationAttributes = {
    input: {
      toJSON(): never {
        throw new Error("was serialised");
      },
    },
  };
  let serialised = 0;
  const counting = { toJSON: () => ++serialised };

  beforeEach(() => {
    serialised = 0;
    stopRecording();
  });

  it.each<[why: string, arrange: () => void]>([
    ["no provider is registered", () => {}],
    ["the span is not sampled", () => void (recording = record({ sampler: new AlwaysOffSampler() }))],
  ])("serializes nothing: %s", (_why, arrange) => {
    arrange();
    const observation = startObservation("work", { ...never, output: counting, metadata: { a: counting } });
    observation.update({ input: counting, metadata: { a: counting } });
    const child = observation.startObservation("child", { input: counting });
    child.update({ output: counting }).end();
    observation.setTraceAsPublic().end();
    expect(serialised).toBe(0);
    expect(recording.ended).toEqual([]);
  });
});
