import { context, propagation, ROOT_CONTEXT, trace, TraceFlags } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { configureGlobalLogger, LogLevel, resetGlobalLogger, SVC_TRACE_ID_BAGGAGE_KEY } from "@svc/core";
import { SvcSpanProcessor, type ReadableSpan, type SvcSpanProcessorParams } from "@svc/otel";
import { setSvcTracerProvider, startActiveObservation, startObservation } from "@svc/tracing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exportSinkOfEachTest, attributeOf } from "../../support/otlp/export-sink.ts";
import { TEST_KEYS, traceTo, untrace } from "../../support/otlp/traced.ts";
import { captureLogLines } from "../../support/log-lines.ts";

const sink = exportSinkOfEachTest();
afterEach(() => {
  untrace();
  vi.restoreAllMocks();
});

const named = (name: string) => sink.spans.find((span) => span.name === name)!;

describe("application root", () => {
  const isAppRoot = (name: string): boolean => attributeOf(named(name), "svc.internal.is_app_root") === true;

  it("is only the first exported span of a trace", async () => {
    const { processor } = traceTo(sink.url);
    startActiveObservation("root", () => startActiveObservation("child", () => startObservation("grandchild").end()));
    await processor.forceFlush();
    expect(["root", "child", "grandchild"].map(isAppRoot)).toEqual([true, false, false]);
  });

  it("is the first exported span below unexported spans", async () => {
    const { processor } = traceTo(sink.url);
    const server = new TracerProvider({ spanProcessors: [processor] }).getTracer("http").startSpan("GET /");
    context.with(trace.setSpan(context.active(), server), () =>
      startActiveObservation("answer", () => startObservation("call").end()),
    );
    server.end();
    await processor.forceFlush();
    expect(sink.spans.map(({ name }) => name).toSorted()).toEqual(["answer", "call"]);
    expect([isAppRoot("answer"), isAppRoot("call")]).toEqual([true, false]);
  });

  it("is no span of a trace claimed upstream, in any case", async () => {
    const { processor } = traceTo(sink.url);
    const remote = {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: "b7ad6b7169203331",
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    };
    const claim = (traceId: string) =>
      propagation.setBaggage(
        trace.setSpanContext(ROOT_CONTEXT, remote),
        propagation.createBaggage({ [SVC_TRACE_ID_BAGGAGE_KEY]: { value: traceId } }),
      );
    context.with(claim(remote.traceId.toUpperCase()), () => startObservation("claimed").end());
    context.with(claim("f".repeat(32)), () => startObservation("claimed for another trace").end());
    await processor.forceFlush();
    expect([isAppRoot("claimed"), isAppRoot("claimed for another trace")]).toEqual([false, true]);
  });

  it("is no child with a remote context, but one that starts after its parent has ended", async () => {
    const { processor } = traceTo(sink.url);
    const parent = startObservation("parent");
    startObservation("by context", {}, { parentSpanContext: parent.otelSpan.spanContext() }).end();
    parent.end();
    parent.startObservation("late child").end();
    await processor.forceFlush();
    expect([isAppRoot("by context"), isAppRoot("late child")]).toEqual([false, true]);
  });

  it("is found with limited memory even if many spans never end", async () => {
    const { processor } = traceTo(sink.url);
    const parent = startObservation("old parent");
    for (let i = 0; i < 10_000; i++) {
      startObservation("never ends");
      if (i % 1_000 === 0) parent.startObservation(`child ${i}`).end();
    }
    await processor.forceFlush();
    expect(isAppRoot("child 9000")).toBe(false);
  });
});

describe("environment and release", () => {
  it("come from the processor, unless the span has its own", async () => {
    const { processor } = traceTo(sink.url, { environment: "staging", release: "r7" });
    startObservation("plain").end();
    startObservation("own", { environment: "test" }).end();
    await processor.forceFlush();
    expect(attributeOf(named("plain"), "svc.environment")).toBe("staging");
    expect(attributeOf(named("plain"), "svc.release")).toBe("r7");
    expect(attributeOf(named("own"), "svc.environment")).toBe("test");
  });
});

describe("shouldExportSpan", () => {
  it("replaces the default filter", async () => {
    const { processor, tracer } = traceTo(sink.url, {
      shouldExportSpan: ({ otelSpan }) => otelSpan.name.startsWith("keep"),
    });
    for (const name of ["keep this", "drop this"]) tracer.startSpan(name).end();
    await processor.forceFlush();
    expect(sink.spans.map(({ name }) => name)).toEqual(["keep this"]);
  });

  it("that throws drops the span and logs its name", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { processor, tracer } = traceTo(sink.url, {
      shouldExportSpan: () => {
        throw new Error("no");
      },
    });
    tracer.startSpan("one").end();
    await processor.forceFlush();
    expect(sink.spans).toEqual([]);
    expect(error.mock.calls.flat().join()).toContain(
      'shouldExportSpan threw for the span "one" of svc-sdk: it is dropped.',
    );
  });
});

describe("an unexported span", () => {
  it.each<[filter: string, params: SvcSpanProcessorParams, why: string]>([
    ["by default", {}, "it does not concern a model call (isDefaultExportSpan)"],
    ["by a filter of one's own", { shouldExportSpan: () => false }, "shouldExportSpan did not let it pass"],
  ])("is logged at level DEBUG, %s", async (_filter, params, why) => {
    const { warnings } = captureLogLines();
    const { processor } = traceTo(sink.url, params);
    const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer("http");
    const drop = (): void => tracer.startSpan("GET /").end();
    drop();
    expect(warnings()).toBe("");
    configureGlobalLogger({ level: LogLevel.DEBUG });
    drop();
    resetGlobalLogger();
    expect(warnings()).toContain(`DEBUG The span "GET /" of http is not exported: ${why}.`);
    await processor.forceFlush();
    expect(sink.spans).toEqual([]);
  });
});

describe("an unsampled span", () => {
  it("is not sent", async () => {
    const { processor } = traceTo(sink.url);
    const unsampled = {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: "b7ad6b7169203331",
      traceFlags: TraceFlags.NONE,
    };
    context.with(trace.setSpanContext(ROOT_CONTEXT, unsampled), () => startObservation("unsampled").end());
    await processor.forceFlush();
    expect(sink.spans).toEqual([]);
  });
});

describe("immediate mode", () => {
  it("sends each span when it ends, without a flush", async () => {
    traceTo(sink.url, { exportMode: "immediate", flushAt: 100, flushInterval: 100 });
    startObservation("one").end();
    startObservation("two").end();
    await sink.requests(2);
    expect(sink.exports.map(({ spans }) => spans.length)).toEqual([1, 1]);
  });
});

describe("a custom exporter", () => {
  class Exporter {
    readonly batches: ReadableSpan[][] = [];
    readonly calls: string[] = [];
    result: { code: number; error?: Error } = { code: 0 };
    export(spans: ReadableSpan[], done: (result: { code: number; error?: Error }) => void): void {
      this.batches.push(spans);
      done(this.result);
    }
    forceFlush(): Promise<void> {
      this.calls.push("forceFlush");
      return Promise.resolve();
    }
    shutdown(): Promise<void> {
      this.calls.push("shutdown");
      return Promise.resolve();
    }
  }

  /** Returns a processor without credentials, which an exporter of the application's does not need. */
  function processorWith(exporter: Exporter, params = {}): SvcSpanProcessor {
    const processor = new SvcSpanProcessor({ exporter, ...params });
    setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
    return processor;
  }

  it("gets the spans in batches, is flushed and shut down, and needs no credentials", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const exporter = new Exporter();
    const processor = processorWith(exporter, { flushAt: 2 });
    for (const name of ["a", "b", "c"]) startObservation(name).end();
    await processor.forceFlush();
    await processor.shutdown();
    expect(exporter.batches.map((batch) => batch.map(({ name }) => name))).toEqual([["a", "b"], ["c"]]);
    expect(exporter.calls).toEqual(["forceFlush", "forceFlush", "shutdown"]);
    expect(warn).not.toHaveBeenCalled();
  });

  it("gets spans that end after an empty flush", async () => {
    const exporter = new Exporter();
    const processor = processorWith(exporter);
    await processor.forceFlush();
    startObservation("later").end();
    await processor.forceFlush();
    expect(exporter.batches.flat().map(({ name }) => name)).toEqual(["later"]);
  });

  it("that fails is logged with the loss", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const exporter = new Exporter();
    exporter.result = { code: 1, error: new Error("disk full") };
    const processor = processorWith(exporter);
    startObservation("a").end();
    await processor.forceFlush();
    expect(error.mock.calls.flat().join()).toContain("1 span was lost: the exporter failed (disk full)");
  });

  it("logs a warning with the option compression", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    processorWith(new Exporter(), { compression: "gzip" });
    expect(warn.mock.calls.flat().join()).toContain("The option compression of SvcSpanProcessor is ignored");
  });
});

describe("a resource with pending attributes", () => {
  it("delays the first export until they are known", async () => {
    const host = Promise.withResolvers<string>();
    const processor = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: sink.url });
    const resource = resourceFromAttributes({ "service.name": "shop", "host.id": host.promise });
    setSvcTracerProvider(new TracerProvider({ resource, spanProcessors: [processor] }));
    startObservation("early").end();
    const flushed = processor.forceFlush();
    startObservation("meanwhile").end();
    host.resolve("host-7");
    await flushed;
    const attributes = sink.exports[0]!.message.resourceSpans[0]!.resource!.attributes;
    expect(attributes.find(({ key }) => key === "host.id")?.value?.value.value).toBe("host-7");
    expect(sink.spans.map(({ name }) => name)).toEqual(["early", "meanwhile"]);
  });
});
