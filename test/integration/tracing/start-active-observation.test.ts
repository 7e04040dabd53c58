import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { getSvcTraceIdFromBaggage } from "@svc/core";
import { getActiveSpanId, getActiveTraceId, startActiveObservation, startObservation } from "@svc/tracing";
import { describe, expect, it } from "vitest";
import { recordEachTest, LASTING_TYPES, REMOTE_PARENT, stopRecording } from "../../support/otlp/recorded-spans.ts";

const recording = recordEachTest();

/** Returns true when an observation is the active one after every step of an asynchronous function. */
function staysActive(name: string): Promise<boolean> {
  return startActiveObservation(name, async ({ id }) => {
    for (let i = 0; i < 3; i++) {
      await Promise.resolve();
      if (getActiveSpanId() !== id) return false;
    }
    return true;
  });
}

describe("startActiveObservation", () => {
  it("is active inside the function and not after it", () => {
    startActiveObservation("work", (observation) => {
      expect(getActiveSpanId()).toBe(observation.id);
      expect(getActiveTraceId()).toBe(observation.traceId);
      expect(trace.getActiveSpan()).toBe(observation.otelSpan);
    });
    expect(trace.getActiveSpan()).toBeUndefined();
    expect(recording.ended).toHaveLength(1);
  });

  it("stays active across awaits, beside another one", async () => {
    expect(await Promise.all([staysActive("a"), staysActive("b")])).toEqual([true, true]);
  });

  it.each(LASTING_TYPES)("makes an observation of type %s", (asType) => {
    expect(startActiveObservation("work", ({ type }) => type, { asType })).toBe(asType);
    expect(recording.span("work").attributes).toEqual({ "svc.observation.type": asType });
  });

  it("makes a span by default", () => {
    expect(startActiveObservation("work", ({ type }) => type)).toBe("span");
  });

  it("an event has ended before the function runs, and ends once", () => {
    startActiveObservation(
      "event",
      () => {
        expect(recording.ended).toHaveLength(1);
      },
      { asType: "event", startTime: new Date(7_000) },
    );
    expect(recording.span("event").endTime).toEqual([7, 0]);
  });

  it("nests by the active observation", async () => {
    await startActiveObservation("outer", async () => {
      startObservation("direct").end();
      await startActiveObservation("inner", async (inner) => {
        await Promise.resolve();
        startObservation("deep").end();
        inner.update({ output: "Da" });
      });
      startObservation("after").end();
    });
    const idOf = (name: string): string => recording.span(name).spanContext().spanId;
    const parents = Object.fromEntries(recording.ended.map((span) => [span.name, span.parentSpanContext?.spanId]));
    expect(parents).toEqual({
      outer: undefined,
      direct: idOf("outer"),
      inner: idOf("outer"),
      deep: idOf("inner"),
      after: idOf("outer"),
    });
    expect(recording.span("inner").attributes["svc.observation.output"]).toBe("Da");
  });

  it("is below parentSpanContext, and above its own children", () => {
    startActiveObservation("elsewhere", () => {
      startActiveObservation("work", () => startObservation("child").end(), { parentSpanContext: REMOTE_PARENT });
    });
    expect(recording.span("work").parentSpanContext).toEqual(REMOTE_PARENT);
    expect(recording.span("child").parentSpanContext?.spanId).toBe(recording.span("work").spanContext().spanId);
    expect(recording.span("child").spanContext().traceId).toBe(REMOTE_PARENT.traceId);
  });

  it("starts at startTime", () => {
    startActiveObservation("work", () => {}, { startTime: new Date(9_000) });
    expect(recording.span("work").startTime).toEqual([9, 0]);
  });

  it("has no input and output by default", () => {
    startActiveObservation("work", () => "returned");
    expect(recording.span("work").attributes).toEqual({ "svc.observation.type": "span" });
  });

  it("with endOnExit false stays open until end(), and ends once", () => {
    const open = startActiveObservation("work", (observation) => observation, { endOnExit: false });
    expect(recording.ended).toEqual([]);
    open.update({ output: "later" }).end();
    expect(recording.span("work").attributes["svc.observation.output"]).toBe("later");
  });

  it("may be ended inside the function, and ends once", () => {
    startActiveObservation("work", (observation) => {
      observation.end(new Date(Date.now() + 60_000));
      observation.end();
    });
    expect(recording.span("work").duration[0]).toBeGreaterThanOrEqual(59);
  });

  it("rethrows an error after its end without recording it", () => {
    const error = new Error("late");
    const work = (): void =>
      startActiveObservation("work", (observation) => {
        observation.end();
        throw error;
      });
    expect(work).toThrow(error);
    expect(recording.span("work").attributes["svc.observation.level"]).toBeUndefined();
  });

  it.each([
    ["GraphInterrupt", "interrupted"],
    ["ParentCommand", "parent-command"],
    ["BubbleUp", "bubble-up"],
  ])("rethrows %s, by which LangGraph leaves a node, and records no error", (name, outcome) => {
    const exception = Object.assign(new Error("[]"), { name, is_bubble_up: true });
    const work = (): void =>
      startActiveObservation("work", () => {
        throw exception;
      });
    expect(work).toThrow(exception);
    const { attributes, status } = recording.span("work");
    expect(attributes["svc.observation.metadata.outcome"]).toBe(JSON.stringify(outcome));
    expect(attributes["svc.observation.level"]).toBeUndefined();
    expect(status.code).toBe(SpanStatusCode.UNSET);
  });

  it("claims the trace for its application root", () => {
    const claimed = startActiveObservation("work", ({ traceId }) => {
      expect(getSvcTraceIdFromBaggage(context.active())).toBe(traceId);
      return traceId;
    });
    expect(claimed).toMatch(/^[0-9a-f]{32}$/);
    expect(getSvcTraceIdFromBaggage(context.active())).toBeUndefined();
  });

  it("keeps the application's baggage", () => {
    const baggage = propagation.createBaggage({ tenant: { value: "t1" } });
    context.with(propagation.setBaggage(context.active(), baggage), () =>
      startActiveObservation("work", () => {
        expect(propagation.getActiveBaggage()?.getEntry("tenant")?.value).toBe("t1");
      }),
    );
    expect(baggage.getAllEntries()).toHaveLength(1);
  });

  it("runs the function without a registered provider", async () => {
    stopRecording();
    expect(startActiveObservation("work", ({ id }) => id)).toBe("0000000000000000");
    await expect(startActiveObservation("work", async () => "Da")).resolves.toBe("Da");
  });
});
