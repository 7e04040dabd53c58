import { context } from "@opentelemetry/api";
import { propagateAttributes, setSvcTracerProvider, startObservation } from "@svc/tracing";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor } from "@svc/otel";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { exportSinkOfEachTest, attributeOf } from "../../support/otlp/export-sink.ts";
import { TEST_KEYS, untrace } from "../../support/otlp/traced.ts";

let processor: SvcSpanProcessor;

const sink = exportSinkOfEachTest();
beforeEach(() => {
  context.disable();
  processor = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: sink.url });
  setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
});
afterEach(() => {
  untrace();
  vi.restoreAllMocks();
});

it("without a context manager, propagation logs once and applies to spans that start before the function returns, and to their children", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const params = { userId: "u1", tags: ["a"], metadata: { plan: "pro" }, version: "v1" };
  const root = propagateAttributes(params, () => startObservation("inside"));
  propagateAttributes({ userId: "u2" }, () => startObservation("of another").end());
  root.startObservation("child, later").end();
  root.end();
  startObservation("outside").end();
  await processor.forceFlush();

  const of = (name: string, key: string): unknown =>
    attributeOf(
      sink.spans.find((span) => span.name === name)!,
      key,
    );
  const names = ["inside", "child, later", "of another", "outside"];
  expect(names.map((name) => of(name, "user.id"))).toEqual(["u1", "u1", "u2", undefined]);
  expect(names.map((name) => of(name, "svc.trace.metadata.plan"))).toEqual(['"pro"', '"pro"', undefined, undefined]);
  expect(names.map((name) => of(name, "svc.version"))).toEqual(["v1", undefined, undefined, undefined]);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls.flat().join()).toContain("no OpenTelemetry context manager is registered");
});
