import { context, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { SVC_SDK_VERSION, SvcOtelSpanAttributes } from "@svc/core";
import {
  createObservationAttributes,
  propagateAttributes,
  startObservation,
  type SvcObservationAttributes,
} from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../support/otlp/traced.ts";
import { attributesOfSpan } from "../support/otlp/exported-attributes.ts";
import { record, stopRecording } from "../support/otlp/recorded-spans.ts";

describe("Span attributes written by clients: the names", () => {
  it("are exactly these", () => {
    expect(SvcOtelSpanAttributes).toEqual({
      TRACE_NAME: "svc.trace.name",
      TRACE_USER_ID: "user.id",
      TRACE_SESSION_ID: "session.id",
      TRACE_TAGS: "svc.trace.tags",
      TRACE_PUBLIC: "svc.trace.public",
      TRACE_METADATA: "svc.trace.metadata",
      TRACE_INPUT: "svc.trace.input",
      TRACE_OUTPUT: "svc.trace.output",
      OBSERVATION_TYPE: "svc.observation.type",
      OBSERVATION_METADATA: "svc.observation.metadata",
      OBSERVATION_LEVEL: "svc.observation.level",
      OBSERVATION_STATUS_MESSAGE: "svc.observation.status_message",
      OBSERVATION_INPUT: "svc.observation.input",
      OBSERVATION_OUTPUT: "svc.observation.output",
      OBSERVATION_COMPLETION_START_TIME: "svc.observation.completion_start_time",
      OBSERVATION_MODEL: "svc.observation.model.name",
      OBSERVATION_MODEL_PARAMETERS: "svc.observation.model.parameters",
      OBSERVATION_USAGE_DETAILS: "svc.observation.usage_details",
      OBSERVATION_COST_DETAILS: "svc.observation.cost_details",
      OBSERVATION_PROMPT_NAME: "svc.observation.prompt.name",
      OBSERVATION_PROMPT_VERSION: "svc.observation.prompt.version",
      ENVIRONMENT: "svc.environment",
      RELEASE: "svc.release",
      VERSION: "svc.version",
      AS_ROOT: "svc.internal.as_root",
      IS_APP_ROOT: "svc.internal.is_app_root",
      EXPERIMENT_ID: "svc.experiment.id",
      EXPERIMENT_NAME: "svc.experiment.name",
      EXPERIMENT_DESCRIPTION: "svc.experiment.description",
      EXPERIMENT_METADATA: "svc.experiment.metadata",
      EXPERIMENT_DATASET_ID: "svc.experiment.dataset.id",
      EXPERIMENT_ITEM_ID: "svc.experiment.item.id",
      EXPERIMENT_ITEM_VERSION: "svc.experiment.item.version",
      EXPERIMENT_ITEM_METADATA: "svc.experiment.item.metadata",
      EXPERIMENT_ITEM_EXPECTED_OUTPUT: "svc.experiment.item.expected_output",
      EXPERIMENT_ITEM_ROOT_OBSERVATION_ID: "svc.experiment.item.root_observation_id",
      COMPAT_USER_ID: "svc.user.id",
      COMPAT_SESSION_ID: "svc.session.id",
    });
  });
});

const circular: Record<string, unknown> = {};
circular["self"] = circular;

type Row = [what: string, attributes: SvcObservationAttributes, written: Record<string, string | number>];

describe("Span attributes written by clients: attributes of an observation", () => {
  const firstToken = new Date("2026-11-01T10:00:00.250Z");
  const table: Row[] = [
    ["input: a string as it is", { input: "Wo?" }, { "svc.observation.input": "Wo?" }],
    ["input: a string that looks like JSON", { input: '{"a":1}' }, { "svc.observation.input": '{"a":1}' }],
    ["input: an empty string is written", { input: "" }, { "svc.observation.input": "" }],
    ["input: an object as JSON", { input: { q: "Wo?", n: 1 } }, { "svc.observation.input": '{"q":"Wo?","n":1}' }],
    ["input: an array as JSON", { input: ["a", 1] }, { "svc.observation.input": '["a",1]' }],
    [
      "input: zero and false",
      { input: 0, output: false },
      { "svc.observation.input": "0", "svc.observation.output": "false" },
    ],
    ["input: null is not written", { input: null }, {}],
    ["input: undefined is not written", { input: undefined }, {}],
    ["input: a function is not written", { input: () => 1 }, {}],
    ["input: what cannot be serialised", { input: circular }, { "svc.observation.input": "<failed to serialize>" }],
    ["output: a string as it is", { output: "Da" }, { "svc.observation.output": "Da" }],
    ["output: an object as JSON", { output: { a: [1] } }, { "svc.observation.output": '{"a":[1]}' }],
    ["output: an empty string is written", { output: "" }, { "svc.observation.output": "" }],
    ["output: null is not written", { output: null }, {}],
    ["output: what cannot be serialised", { output: circular }, { "svc.observation.output": "<failed to serialize>" }],
    [
      "metadata: one attribute per key",
      { metadata: { plan: "pro", seats: 3, deep: { a: 1 } } },
      {
        "svc.observation.metadata.plan": '"pro"',
        "svc.observation.metadata.seats": "3",
        "svc.observation.metadata.deep": '{"a":1}',
      },
    ],
    ["metadata: keys may hold dots", { metadata: { "a.b": 1 } }, { "svc.observation.metadata.a.b": "1" }],
    ["metadata: an empty string is written", { metadata: { a: "" } }, { "svc.observation.metadata.a": '""' }],
    ["metadata: null and undefined are not written", { metadata: { a: null, b: undefined } }, {}],
    [
      "metadata: only the key that cannot be serialised",
      { metadata: { a: circular, b: 1 } },
      {
        "svc.observation.metadata.a": '"<failed to serialize>"',
        "svc.observation.metadata.b": "1",
      },
    ],
    ["metadata: an array has one attribute", { metadata: ["a", 1] }, { "svc.observation.metadata": '["a",1]' }],
    ["metadata: a string has one attribute", { metadata: "pro" }, { "svc.observation.metadata": '"pro"' }],
    ["metadata: a number has one attribute", { metadata: 0 }, { "svc.observation.metadata": "0" }],
    ["metadata: null is not written", { metadata: null }, {}],
    ["level", { level: "WARNING" }, { "svc.observation.level": "WARNING" }],
    ["statusMessage", { statusMessage: "slow" }, { "svc.observation.status_message": "slow" }],
    ["version", { version: "v7" }, { "svc.version": "v7" }],
    ["environment", { environment: "staging" }, { "svc.environment": "staging" }],
    [
      "completionStartTime: JSON text of the ISO time",
      { completionStartTime: firstToken },
      { "svc.observation.completion_start_time": '"2026-11-01T10:00:00.250Z"' },
    ],
    ["completionStartTime: an invalid date is not written", { completionStartTime: new Date(Number.NaN) }, {}],
    ["model", { model: "gpt-5" }, { "svc.observation.model.name": "gpt-5" }],
    [
      "modelParameters: JSON without undefined members",
      { modelParameters: { temperature: 0.2, top_p: undefined, stop: ["a"] } },
      { "svc.observation.model.parameters": '{"temperature":0.2,"stop":["a"]}' },
    ],
    [
      "usageDetails: JSON",
      { usageDetails: { input: 3, output: 1, total: 4 } },
      { "svc.observation.usage_details": '{"input":3,"output":1,"total":4}' },
    ],
    ["costDetails: JSON", { costDetails: { total: 0.01 } }, { "svc.observation.cost_details": '{"total":0.01}' }],
    [
      "prompt: name and version",
      { prompt: { name: "greeting", version: 3 } },
      { "svc.observation.prompt.name": "greeting", "svc.observation.prompt.version": 3 },
    ],
    ["prompt: a fallback is not linked", { prompt: { name: "greeting", version: 3, isFallback: true } }, {}],
  ];

  it.each(table)("%s", (_what, attributes, written) => {
    expect(createObservationAttributes("generation", attributes)).toEqual({
      "svc.observation.type": "generation",
      ...written,
    });
  });

  it.each(table)("%s, on a span", (_what, attributes, written) => {
    const recording = record();
    startObservation("answer", attributes, { asType: "generation" }).end();
    expect(recording.span("answer").attributes).toEqual({ "svc.observation.type": "generation", ...written });
    stopRecording();
  });

  it("covers every attribute an observation accepts", () => {
    const accepted = {
      input: true,
      output: true,
      metadata: true,
      level: true,
      statusMessage: true,
      version: true,
      environment: true,
      completionStartTime: true,
      model: true,
      modelParameters: true,
      usageDetails: true,
      costDetails: true,
      prompt: true,
    } satisfies Required<Record<keyof SvcObservationAttributes, true>>;
    expect(new Set(table.flatMap(([, attributes]) => Object.keys(attributes)))).toEqual(new Set(Object.keys(accepted)));
  });
});

describe("Span attributes written by clients: attributes at the service", () => {
  let sink: ExportSink;

  beforeEach(async () => {
    sink = await startExportSink();
  });

  afterEach(async () => {
    untrace();
    vi.unstubAllEnvs();
    await sink.close();
  });

  it("svc.observation.metadata.<key>: JSON-encoded value of one top-level observation metadata key", async () => {
    const { processor } = traceTo(sink.url);
    startObservation("work", {
      metadata: { plan: "pro", empty: "", big: 12345678901234567890n, odd: Number.NaN },
    }).end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "work")).toMatchObject({
      "svc.observation.metadata.plan": '"pro"',
      "svc.observation.metadata.empty": '""',
      "svc.observation.metadata.big": '"12345678901234567890"',
      "svc.observation.metadata.odd": '"NaN"',
    });
  });

  it("svc.trace.metadata.<key>: JSON-encoded propagated trace metadata value", async () => {
    const { processor } = traceTo(sink.url);
    propagateAttributes({ metadata: { plan: "pro", none: null, big: 12345678901234567890n } }, () =>
      startObservation("work").end(),
    );
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "work")).toMatchObject({
      "svc.trace.metadata.plan": '"pro"',
      "svc.trace.metadata.none": "null",
      "svc.trace.metadata.big": "12345678901234567890",
    });
  });

  it("svc.trace.public: true", async () => {
    const { processor } = traceTo(sink.url);
    startObservation("work").setTraceAsPublic().end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "work")).toMatchObject({ "svc.trace.public": true });
  });

  it("svc.release and svc.environment: from the processor", async () => {
    vi.stubEnv("SVC_RELEASE", "r1");
    const { processor } = traceTo(sink.url, { environment: "staging" });
    startObservation("work").end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "work")).toMatchObject({ "svc.release": "r1", "svc.environment": "staging" });
  });

  it.each<[winner: string, processor: string | undefined, propagated: string | undefined, own: string | undefined]>([
    ["own", "processor", "propagated", "own"],
    ["own", "processor", undefined, "own"],
    ["propagated", "processor", "propagated", undefined],
    ["processor", "processor", undefined, undefined],
  ])("svc.environment: %s takes precedence over later sources", async (winner, environment, propagated, own) => {
    const { processor } = traceTo(sink.url, environment === undefined ? {} : { environment });
    propagateAttributes(propagated === undefined ? {} : { environment: propagated }, () =>
      startObservation("work", own === undefined ? {} : { environment: own }).end(),
    );
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "work")["svc.environment"]).toBe(winner);
  });

  it("svc.observation.prompt.*: a generation's own prompt takes precedence over a propagated one", async () => {
    const { processor } = traceTo(sink.url);
    propagateAttributes({ prompt: { name: "outer", version: 1 } }, () => {
      startObservation("own", { prompt: { name: "inner", version: 2 } }, { asType: "generation" }).end();
      startObservation("inherits", {}, { asType: "generation" }).end();
    });
    await processor.forceFlush();
    const promptOf = (name: string): unknown[] => {
      const attributes = attributesOfSpan(sink, name);
      return [attributes["svc.observation.prompt.name"], attributes["svc.observation.prompt.version"]];
    };
    expect(promptOf("own")).toEqual(["inner", 2]);
    expect(promptOf("inherits")).toEqual(["outer", 1]);
  });

  it("svc.internal.is_app_root: true on the first exported span of a trace, and on no span below it", async () => {
    const { processor } = traceTo(sink.url);
    const root = startObservation("root");
    root.startObservation("child").end();
    root.end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "root")["svc.internal.is_app_root"]).toBe(true);
    expect(attributesOfSpan(sink, "child")).not.toHaveProperty(["svc.internal.is_app_root"]);
  });

  it("svc.internal.is_app_root: on each exported span below an unexported one", async () => {
    const { processor, tracer } = traceTo(sink.url, { shouldExportSpan: ({ otelSpan }) => otelSpan.name !== "http" });
    const http = tracer.startSpan("http");
    context.with(trace.setSpan(context.active(), http), () => {
      startObservation("first").end();
      startObservation("second").end();
    });
    http.end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "first")["svc.internal.is_app_root"]).toBe(true);
    expect(attributesOfSpan(sink, "second")["svc.internal.is_app_root"]).toBe(true);
  });

  it.each<[what: string, claim: string | undefined, marked: true | undefined]>([
    ["another service claimed the trace", "0af7651916cd43dd8448eb211c80319c", undefined],
    ["another service claimed the trace, in capitals", "0AF7651916CD43DD8448EB211C80319C", undefined],
    ["another trace was claimed", "1af7651916cd43dd8448eb211c80319c", true],
    ["nobody claimed the trace", undefined, true],
  ])("svc.internal.is_app_root below a remote parent: %s", async (_what, claim, marked) => {
    const { processor } = traceTo(sink.url);
    const parentSpanContext = {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: "b7ad6b7169203331",
      traceFlags: 1,
    };
    const baggage = propagation.createBaggage(claim === undefined ? {} : { svc_trace_id: { value: claim } });
    context.with(propagation.setBaggage(ROOT_CONTEXT, baggage), () =>
      startObservation("work", {}, { parentSpanContext }).end(),
    );
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "work")["svc.internal.is_app_root"]).toBe(marked);
  });

  it("instrumentation scope: svc-sdk with the version of the SDK", async () => {
    const { processor } = traceTo(sink.url);
    startObservation("work").end();
    await processor.forceFlush();
    const scopes = sink.exports.flatMap(({ message }) =>
      message.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.map(({ scope }) => [scope?.name, scope?.version])),
    );
    expect(scopes).toEqual([["svc-sdk", SVC_SDK_VERSION]]);
  });
});
