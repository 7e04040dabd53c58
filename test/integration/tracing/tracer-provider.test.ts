import { context, trace } from "@opentelemetry/api";
import {
  getSvcTracer,
  getSvcTracerProvider,
  setSvcTracerProvider,
  startActiveObservation,
  startObservation,
} from "@svc/tracing";
import type * as tracing from "@svc/tracing";
import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRecording, record, stopRecording, type Recording } from "../../support/otlp/recorded-spans.ts";

const commonJs = createRequire(import.meta.url)("@svc/tracing") as typeof tracing;

let application: Recording;
let own: Recording;

beforeEach(() => {
  application = record();
  own = createRecording();
});

afterEach(() => {
  setSvcTracerProvider(null);
  stopRecording();
});

const namesOf = ({ ended }: Recording): string[] => ended.map(({ name }) => name);

describe("the tracer provider", () => {
  it("is the global one by default", () => {
    startObservation("work").end();
    expect(namesOf(application)).toEqual(["work"]);
  });

  it("set by setSvcTracerProvider gets the spans of the SDK only", () => {
    setSvcTracerProvider(own.provider);
    expect(getSvcTracerProvider()).toBe(own.provider);
    startObservation("ours").end();
    trace.getTracer("http").startSpan("theirs").end();
    expect(namesOf(own)).toEqual(["ours"]);
    expect(namesOf(application)).toEqual(["theirs"]);
  });

  it("is the global one again after null", () => {
    setSvcTracerProvider(own.provider);
    setSvcTracerProvider(null);
    startObservation("work").end();
    expect(namesOf(application)).toEqual(["work"]);
    expect(namesOf(own)).toEqual([]);
  });

  it("isolates processing only: trace ids and parents come from the shared context", () => {
    setSvcTracerProvider(own.provider);
    const http = trace.getTracer("http").startSpan("GET /");
    context.with(trace.setSpan(context.active(), http), () =>
      startActiveObservation("work", () => trace.getTracer("http").startSpan("POST /").end()),
    );
    const work = own.span("work");
    expect(work.spanContext().traceId).toBe(http.spanContext().traceId);
    expect(work.parentSpanContext?.spanId).toBe(http.spanContext().spanId);
    expect(application.span("POST /").parentSpanContext?.spanId).toBe(work.spanContext().spanId);
  });

  it("makes spans with the scope svc-sdk", () => {
    setSvcTracerProvider(own.provider);
    getSvcTracer().startSpan("work").end();
    expect(own.span("work").instrumentationScope.name).toBe("svc-sdk");
  });

  it("does nothing without a provider", () => {
    stopRecording();
    const observation = startObservation("work", { input: "in" });
    observation.update({ output: "out" }).end();
    expect(observation.otelSpan.isRecording()).toBe(false);
    expect(observation.traceId).toBe("00000000000000000000000000000000");
  });
});

describe("two copies of @svc/tracing in one process, ES module and CommonJS", () => {
  it("are two copies", () => {
    expect(commonJs.startObservation).not.toBe(startObservation);
  });

  it("share the provider", () => {
    setSvcTracerProvider(own.provider);
    expect(commonJs.getSvcTracerProvider()).toBe(own.provider);
    commonJs.startObservation("by the other").end();
    expect(namesOf(own)).toEqual(["by the other"]);

    commonJs.setSvcTracerProvider(null);
    startObservation("by this").end();
    expect(namesOf(application)).toEqual(["by this"]);
  });

  it("nest their observations", () => {
    startActiveObservation("outer", ({ id }) =>
      commonJs.startActiveObservation("inner", (inner) => {
        expect(application.started.at(-1)!.parentSpanContext?.spanId).toBe(id);
        expect(trace.getActiveSpan()?.spanContext().spanId).toBe(inner.id);
      }),
    );
    expect(namesOf(application)).toEqual(["inner", "outer"]);
  });

  it("share propagated attributes", () => {
    commonJs.propagateAttributes({ userId: "u1" }, () =>
      startActiveObservation("work", () => commonJs.propagateAttributes({ sessionId: "s1" }, () => {})),
    );
    expect(application.span("work").attributes).toMatchObject({ "session.id": "s1" });
  });

  it("share a slot on globalThis, which cannot be replaced", () => {
    expect(Object.getOwnPropertyDescriptor(globalThis, Symbol.for("svc"))).toMatchObject({
      configurable: false,
      writable: false,
    });
  });
});
