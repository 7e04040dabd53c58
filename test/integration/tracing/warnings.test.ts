import { AlwaysOffSampler } from "@opentelemetry/sdk-trace";
import {
  observe,
  propagateAttributes,
  startActiveObservation,
  startObservation,
  updateActiveObservation,
  type SvcSpan,
  type SvcSpanAttributes,
} from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { record, stopRecording, type Recording } from "../../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

let recording: Recording | undefined;

const logged = logLinesOfEachTest();
afterEach(() => {
  if (recording !== undefined) stopRecording(recording);
  recording = undefined;
  vi.unstubAllEnvs();
});

const lines = (): string[] => logged.warnings().split("\n").filter(Boolean);

describe("a misspelled name", () => {
  beforeEach(() => {
    recording = record();
  });

  // Type for the values that plain JavaScript can pass.
  const start = startObservation as (name: string, attributes?: object, options?: object) => { end(): void };

  it.each<[given: object, meant: string]>([
    [{ as_type: "agent" }, 'no option "as_type", which is ignored: use asType'],
    [{ asTyp: "agent" }, 'no option "asTyp", which is ignored: use asType'],
    [{ parent_span_context: {} }, 'no option "parent_span_context", which is ignored: use parentSpanContext'],
    [{ startime: 0 }, 'no option "startime", which is ignored: use startTime'],
  ])("among options, %j, is logged once", (options, line) => {
    for (let i = 0; i < 3; i++) start("work", {}, options).end();
    expect(lines()).toEqual([expect.stringContaining(`WARN An observation has ${line}.`)]);
  });

  it.each<[given: object, line: string]>([
    [{ status_message: "x" }, 'no attribute "status_message", which is ignored: use statusMessage'],
    [{ metdata: {} }, 'no attribute "metdata", which is ignored: use metadata'],
    [{ usageDetail: {} }, 'no attribute "usageDetail", which is ignored: use usageDetails'],
    [{ Input: 1 }, 'no attribute "Input", which is ignored: use input'],
  ])("among attributes, %j, is logged once", (attributes, line) => {
    const given = attributes as SvcSpanAttributes;
    start("work", attributes).end();
    startObservation("work").update(given).end();
    startActiveObservation("work", () => updateActiveObservation(given));
    expect(lines()).toEqual([expect.stringContaining(`WARN An observation has ${line}.`)]);
  });

  it("among propagated attributes and options of observe() is logged once", () => {
    propagateAttributes({ user_id: "u" } as object, () => {});
    observe(() => {}, { capture_output: false } as object);
    expect(lines()).toEqual([
      expect.stringContaining('propagateAttributes has no option "user_id", which is ignored: use userId.'),
      expect.stringContaining('no option "capture_output", which is ignored: use captureOutput.'),
    ]);
  });

  it("is neither a known name nor unlike all known names", () => {
    start("work", { input: 1, modelName: "m", id: 7, cost: 1, x: 2 }, { onEnd: () => {}, kind: 3 }).end();
    startObservation("work", { model: "m", usageDetails: { input: 1 } }, { asType: "generation" }).end();
    startActiveObservation("work", () => {}, { endOnExit: true, asType: "agent" });
    observe(() => {}, { name: "work", captureInput: false })();
    propagateAttributes({ userId: "u", tags: [], asBaggage: false }, () => {});
    expect(logged.warnings()).toBe("");
  });
});

describe("an observation without an OpenTelemetry SDK", () => {
  it("logs one line", () => {
    startObservation("work").end();
    startActiveObservation("work", (span) => span.startObservation("child").end());
    observe(() => 1)();
    expect(lines()).toEqual([
      expect.stringMatching(
        /WARN Observations are not recorded: no OpenTelemetry SDK is registered\. Start .*register/,
      ),
    ]);
  });

  it("logs nothing with OTEL_SDK_DISABLED", () => {
    vi.stubEnv("OTEL_SDK_DISABLED", "true");
    startObservation("work").end();
    expect(logged.warnings()).toBe("");
  });

  it("logs nothing when a sampler drops it", () => {
    recording = record({ sampler: new AlwaysOffSampler() });
    startActiveObservation("work", (span) => span.update({ input: 1 }).startObservation("child").end());
    expect(logged.warnings()).toBe("");
  });
});

describe("a change after the end", () => {
  beforeEach(() => {
    recording = record();
  });

  it.each<[what: string, change: (span: SvcSpan) => unknown]>([
    ["update()", (span) => span.update({ output: "late" })],
    ["setTraceAsPublic()", (span) => span.setTraceAsPublic()],
  ])("%s logs one line that names the observation", (what, change) => {
    const observation = startObservation("answer", { input: 1 });
    observation.end();
    expect(change(observation)).toBe(observation);
    change(observation);
    expect(lines().slice(0, 1)).toEqual([
      expect.stringContaining(`WARN ${what} is ignored: the observation has ended.`),
    ]);
    expect(logged.warnings()).toContain("answer");
    expect(logged.warnings().match(/is ignored/g)).toHaveLength(1);
    expect(recording!.span("answer").attributes).not.toHaveProperty(["svc.observation.output"]);
  });

  it("of the active observation logs one line", () => {
    startActiveObservation("answer", (span) => {
      span.end();
      updateActiveObservation({ output: "late" });
    });
    expect(logged.warnings()).toContain("updateActiveObservation() is ignored: the observation has ended");
  });

  it("logs nothing when the application ends an active observation itself", () => {
    startActiveObservation("answer", (span) => span.update({ output: 1 }).end());
    expect(logged.warnings()).toBe("");
  });
});

describe("an invalid environment", () => {
  beforeEach(() => {
    recording = record();
  });

  it.each(["Production", "svc-prod", "prod eu", "x".repeat(41)])(
    "%s on an observation logs one line",
    (environment) => {
      for (let i = 0; i < 3; i++) startObservation(`work ${i}`, { environment }).end();
      expect(lines()).toEqual([
        expect.stringContaining(
          `WARN The service changes the environment ${JSON.stringify(environment)}, or takes "default" instead: it must be`,
        ),
      ]);
      expect(recording!.span("work 0").attributes["svc.environment"]).toBe(environment);
    },
  );

  it.each(["production", "eu-1", "a_b", "x".repeat(40), ""])("%j logs nothing", (environment) => {
    startObservation("work", { environment }).end();
    expect(logged.warnings()).toBe("");
  });
});
