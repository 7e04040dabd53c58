// Observations that an OpenTelemetry SDK of the application does not record because of the trace around them. The preload's sampler is
// tested in test/e2e/callers-sampling.test.ts.
import { context, trace, TraceFlags, type SpanContext } from "@opentelemetry/api";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  createAlwaysRecordSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor } from "@svc/otel";
import { endOpenWork, globalState, isSampledOut } from "@svc/core/internal";
import { startActiveObservation, startObservation } from "@svc/tracing";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logLinesOfEachTest } from "../../support/log-lines.ts";
import { record, stopRecording, type Recording } from "../../support/otlp/recorded-spans.ts";

const MINUTE_MS = 60_000;

let recording: Recording | undefined;

const logged = logLinesOfEachTest();
beforeEach(() => {
  vi.useFakeTimers();
  delete globalState.unsampled;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  stopRecording(recording);
});

const lines = (): string[] => logged.warnings().split("\n").filter(Boolean);

let traces = 0;
const unsampled = (isRemote?: boolean): SpanContext => ({
  traceId: String(++traces).padStart(32, "d"),
  spanId: "b7ad6b7169203331",
  traceFlags: TraceFlags.NONE,
  ...(isRemote !== undefined && { isRemote }),
});

/** Starts an observation with a child below this span; returns true when scores of its trace are dropped. */
function observeBelow(parent: SpanContext): boolean {
  context.with(trace.setSpanContext(context.active(), parent), () =>
    startActiveObservation("work", (span) => span.startObservation("child").end()),
  );
  return isSampledOut(parent.traceId);
}

const root = new AlwaysOnSampler();
const ratio = (share: number): Sampler => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });

it.each<[what: string, sampler: Sampler, parent: () => SpanContext, counted: number]>([
  ["a caller's span, by the default sampler", new ParentBasedSampler({ root }), () => unsampled(true), 2],
  ["a span of which nobody knows the caller", new ParentBasedSampler({ root }), () => unsampled(false), 0],
  ["a caller's span, by a ratio that keeps every root", ratio(1), () => unsampled(true), 2],
  ["a span that the ratio may have dropped", ratio(0.5), () => unsampled(false), 0],
  [
    "a sampled span, by a sampler that drops all",
    new AlwaysOffSampler(),
    () => ({ ...unsampled(true), traceFlags: 1 }),
    0,
  ],
  ["a caller's span, recorded but not sampled", createAlwaysRecordSampler(ratio(1)), () => unsampled(true), 2],
])("drops the scores of observations below %s, and counts them", (_what, sampler, parent, counted) => {
  recording = record({ sampler });
  expect(observeBelow(parent())).toBe(true);
  vi.advanceTimersByTime(MINUTE_MS);
  const counts = lines().map(
    (line) => / WARN (\d+) calls and observations were not recorded: the caller's /.exec(line)?.[1],
  );
  expect(counts).toEqual(counted === 0 ? [] : [String(counted)]);
});

it.each<[sampler: string, Sampler]>([
  ["the default sampler", new ParentBasedSampler({ root })],
  ["a ratio", ratio(0.5)],
])(
  "counts the observations below a span of a request whose caller does not sample it, by %s",
  async (_name, sampler) => {
    vi.useRealTimers();
    recording = record({ sampler });
    const processor = new SvcSpanProcessor({ publicKey: "pk-test", secretKey: "sk-test" });
    const parent = unsampled(false);
    const server = createServer((_request, response) => {
      observeBelow(parent);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-00` };
    await (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
    endOpenWork();
    expect(lines().map((line) => / WARN (\d+) calls and observations were/.exec(line)?.[1])).toEqual(["2"]);
    server.close();
    await processor.shutdown();
  },
);

it("records observations below a caller's span with the sampler that docs/sampling.md names, in the caller's trace", () => {
  recording = record({ sampler: new ParentBasedSampler({ root, remoteParentNotSampled: root }) });
  const parent = unsampled(true);
  expect(observeBelow(parent)).toBe(false);
  const work = recording.span("work");
  expect([work.parentSpanContext?.spanId, work.spanContext().traceId]).toEqual([parent.spanId, parent.traceId]);
});

it("logs no observation that a sampler dropped at its root", () => {
  recording = record({ sampler: ratio(0) });
  startActiveObservation("work", (span) => span.startObservation("child").end());
  vi.advanceTimersByTime(MINUTE_MS);
  expect(lines()).toEqual([]);
});

it("logs the number after a minute, once an hour while it grows, and at the end of the process", () => {
  recording = record({ sampler: new ParentBasedSampler({ root }) });
  const counts = (): number[] => lines().map((line) => Number(/WARN (\d+) /.exec(line)?.[1]));
  const start = (): void => startObservation("work", {}, { parentSpanContext: unsampled(true) }).end();
  start();
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect(counts()).toEqual([]);
  start();
  vi.advanceTimersByTime(1);
  expect(counts()).toEqual([2]);
  vi.advanceTimersByTime(120 * MINUTE_MS);
  start();
  expect(counts()).toEqual([2]);
  vi.advanceTimersByTime(60 * MINUTE_MS);
  expect(counts()).toEqual([2, 3]);
  start();
  endOpenWork();
  endOpenWork();
  expect(counts()).toEqual([2, 3, 4]);
});
