// A long-lived process: the preload looks at the processors of the application every ten seconds.
import { SvcSpanProcessor } from "@svc/otel";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { globalState } from "@svc/core/internal";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeOwn, watchUnusedProcessors } from "../../../register/other-sdks/unused-processors.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";
import { TEST_KEYS } from "../../support/otlp/traced.ts";

const params = {
  ...TEST_KEYS,
  baseUrl: "http://127.0.0.1:9",
  exporter: { export: () => {}, shutdown: async () => {} },
};

const logged = logLinesOfEachTest();
beforeEach(() => {
  vi.useFakeTimers();
  watchUnusedProcessors();
});
afterEach(() => {
  delete globalState.spanProcessorMade;
  vi.useRealTimers();
});

const record = (processor: SvcSpanProcessor): void =>
  new TracerProvider({ spanProcessors: [processor] }).getTracer("ai").startSpan("work").end();

it("a processor without spans is warned about once, after the preload has received spans", () => {
  const own = makeOwn(() => new SvcSpanProcessor(params));
  void new SvcSpanProcessor(params);
  vi.advanceTimersByTime(60_000);
  expect(logged.warnings()).toBe("");
  record(own);
  vi.advanceTimersByTime(10_000);
  vi.advanceTimersByTime(60_000);
  expect(logged.warnings().match(/WARN A SvcSpanProcessor of the application has received no span/g)).toHaveLength(1);
});

it("a processor that a provider gets before the first look causes no warning", () => {
  const own = makeOwn(() => new SvcSpanProcessor(params));
  const later = new SvcSpanProcessor(params);
  record(own);
  vi.advanceTimersByTime(5_000);
  record(later);
  vi.advanceTimersByTime(60_000);
  expect(logged.warnings()).toBe("");
});
