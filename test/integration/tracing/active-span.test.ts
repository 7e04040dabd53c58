import { context, trace } from "@opentelemetry/api";
import {
  createTraceId,
  getActiveSpanId,
  getActiveTraceId,
  setActiveTraceAsPublic,
  startActiveObservation,
  startObservation,
  updateActiveObservation,
} from "@svc/tracing";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

const recording = recordEachTest();
const logged = logLinesOfEachTest();

describe("updateActiveObservation", () => {
  it("updates the active observation and keeps its type", () => {
    startActiveObservation("work", () => updateActiveObservation({ input: "in", metadata: { a: 1 } }), {
      asType: "tool",
    });
    expect(recording.span("work").attributes).toEqual({
      "svc.observation.type": "tool",
      "svc.observation.input": "in",
      "svc.observation.metadata.a": "1",
    });
  });

  it("sets the type to asType, and accepts its attributes", () => {
    startActiveObservation("work", () => updateActiveObservation({ model: "gpt-5" }, { asType: "generation" }));
    expect(recording.span("work").attributes).toEqual({
      "svc.observation.type": "generation",
      "svc.observation.model.name": "gpt-5",
    });
  });

  it("updates only the innermost active observation", () => {
    startActiveObservation("outer", () =>
      startActiveObservation("inner", () => updateActiveObservation({ output: 1 })),
    );
    expect(recording.span("inner").attributes["svc.observation.output"]).toBe("1");
    expect(recording.span("outer").attributes["svc.observation.output"]).toBeUndefined();
  });

  it("updates a span of another tracer without giving it a type", () => {
    const http = recording.provider.getTracer("http").startSpan("GET /");
    context.with(trace.setSpan(context.active(), http), () => updateActiveObservation({ output: "Da" }));
    http.end();
    expect(recording.span("GET /").attributes).toEqual({ "svc.observation.output": "Da" });
  });

  it("logs a warning without an active span", () => {
    updateActiveObservation({ output: "Da" });
    expect(logged.warnings()).toContain("updateActiveObservation");
    expect(recording.started).toEqual([]);
  });

  it("logs no warning with an active span", () => {
    startActiveObservation("work", () => updateActiveObservation({ output: "Da" }));
    expect(logged.warnings()).toBe("");
  });

  it("serializes nothing for an unrecorded span", () => {
    let serialised = 0;
    startActiveObservation(
      "work",
      ({ otelSpan }) => {
        otelSpan.end();
        updateActiveObservation({ output: { toJSON: () => ++serialised } }, { asType: "tool" });
      },
      { endOnExit: false },
    );
    expect(serialised).toBe(0);
    expect(recording.span("work").attributes["svc.observation.type"]).toBe("span");
  });
});

describe("setActiveTraceAsPublic", () => {
  it("marks the active span", () => {
    startActiveObservation("work", () => setActiveTraceAsPublic());
    expect(recording.span("work").attributes["svc.trace.public"]).toBe(true);
    expect(logged.warnings()).toBe("");
  });

  it("logs a warning without an active span", () => {
    setActiveTraceAsPublic();
    expect(logged.warnings()).toContain("setActiveTraceAsPublic");
  });
});

describe("ids", () => {
  it("of the active span", () => {
    startActiveObservation("work", ({ id, traceId }) => {
      expect([getActiveSpanId(), getActiveTraceId()]).toEqual([id, traceId]);
      startObservation("child").end();
      expect(getActiveSpanId()).toBe(id);
    });
  });

  it("are undefined without an active span", () => {
    expect([getActiveSpanId(), getActiveTraceId()]).toEqual([undefined, undefined]);
  });

  it.each(["order-1042", "a", "Läufe 🚀", " ", "0", "x".repeat(10_000)])("createTraceId(%j)", async (seed) => {
    const expected = createHash("sha256").update(seed, "utf8").digest("hex").slice(0, 32);
    expect(await createTraceId(seed)).toBe(expected);
    expect(await createTraceId(seed)).toBe(expected);
  });

  it("createTraceId of a known seed", async () => {
    expect(await createTraceId("abc")).toBe("ba7816bf8f01cfea414140de5dae2223");
  });

  it.each([
    ["no seed", undefined],
    ["an empty seed", ""],
  ])("createTraceId with %s is random", async (_what, seed) => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => createTraceId(seed)));
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it("an observation can start in a trace of that id", async () => {
    const traceId = await createTraceId("order-1042");
    startObservation("work", {}, { parentSpanContext: { traceId, spanId: "b7ad6b7169203331", traceFlags: 1 } }).end();
    expect(recording.span("work").spanContext().traceId).toBe(traceId);
  });
});
