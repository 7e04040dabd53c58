import { resourceFromAttributes } from "@opentelemetry/resources";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { MaskFunction } from "@svc/otel";
import { setSvcTracerProvider, startObservation } from "@svc/tracing";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  exportSinkOfEachTest,
  resourceAttributeOf,
  startExportSink,
  type Answer,
} from "../../support/otlp/export-sink.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startMediaService } from "../../support/http/media-service.ts";
import { traceTo as traceAnywhere, untrace } from "../../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

/** Ends the processor of the test. Spans that still wait would else be sent, and warned of, in the tests that follow. */
let end: () => Promise<void>;

const traceTo: typeof traceAnywhere = (...args) => {
  const traced = traceAnywhere(...args);
  end = () => traced.processor.shutdown();
  return traced;
};

const logged = logLinesOfEachTest();
const sink = exportSinkOfEachTest();

afterEach(async () => {
  sink.answer = (response) => response.writeHead(200).end();
  await end();
  untrace();
});

const observe = (count: number): void => {
  for (let i = 0; i < count; i++) startObservation(`observation ${i}`, { input: "hello" }).end();
};

const failures: Array<[what: string, fail: Answer]> = [
  ["a 503", (response) => response.writeHead(503).end()],
  ["a connection that breaks", (response) => response.socket!.destroy()],
];

describe.each(["batched", "immediate"] as const)("a flush of spans, %s", (exportMode) => {
  it.each(failures)("waits for their delivery after %s", async (_what, fail) => {
    const taken: string[] = [];
    sink.answer = (response, nth) => {
      if (nth === 1) {
        fail(response, nth);
        return;
      }
      taken.push(...sink.exports[nth - 1]!.spans.map(({ name }) => name));
      response.writeHead(200).end();
    };
    const { processor } = traceTo(sink.url, { exportMode });
    observe(3);
    await processor.forceFlush();
    expect(taken.toSorted()).toEqual(["observation 0", "observation 1", "observation 2"]);
    expect(logged.warnings()).not.toContain("after a flush");
    expect(logged.errors()).toBe("");
  });

  it("logs the number of waiting spans, and the reason, when the service fails for longer than the timeout", async () => {
    sink.answer = (response) => response.writeHead(503).end("later");
    const { processor } = traceTo(sink.url, { exportMode, timeout: 0.2 });
    observe(3);
    await processor.forceFlush();
    expect(logged.warnings()).toContain(`${sink.url}/api/public/otel/v1/traces answered with status 503`);
    expect(logged.warnings()).toMatch(/Waiting after a flush:\n3$/m);
    expect(logged.errors()).toBe("");
  });

  it("does not wait for a Retry-After above the timeout", async () => {
    sink.answer = (response) => response.writeHead(429, { "retry-after": "3600" }).end();
    const { processor } = traceTo(sink.url, { exportMode });
    observe(1);
    await processor.forceFlush();
    expect(logged.warnings()).toMatch(/Waiting after a flush:\n1$/m);
  });
});

it("a flush of spans asks again, without a warning, when the service has closed the kept connection meanwhile", async () => {
  const ports: unknown[] = [];
  sink.answer = (response, nth) => {
    ports.push(response.socket!.remotePort);
    if (nth === 2) response.socket!.resetAndDestroy();
    else response.writeHead(200).end();
  };
  const { processor } = traceTo(sink.url);
  for (let flush = 1; flush <= 2; flush++) {
    observe(1);
    await processor.forceFlush();
  }
  expect(ports).toEqual([ports[0], ports[0], expect.not.toBeOneOf([ports[0]])]);
  expect(logged.warnings() + logged.errors()).toBe("");
});

it("a flush of spans waits for a service that starts in the meantime", async () => {
  const port = await freePort();
  const { promise: refused, resolve } = Promise.withResolvers<unknown>();
  subscribe("http.client.request.error", resolve);
  const { processor } = traceTo(`http://127.0.0.1:${port}`);
  observe(3);
  const flushed = processor.forceFlush();
  await refused;
  const late = await startExportSink(port);
  await flushed;
  expect(late.spans).toHaveLength(3);
  await late.close();
  unsubscribe("http.client.request.error", resolve);
});

describe("a flush of what does not answer ends after the timeout, and what waits is sent when the answer comes:", () => {
  const image = `data:image/png;base64,${Buffer.alloc(3_000, 7).toString("base64")}`;

  it("media whose upload hangs", async () => {
    const service = await startMediaService();
    const { promise: uploaded, resolve: upload } = Promise.withResolvers<void>();
    service.beforeStorage = () => uploaded;
    const { processor } = traceTo(service.url, { timeout: 0.2 });
    startObservation("look", { input: image }).end();
    await processor.forceFlush();
    expect(logged.warnings()).toMatch(
      /no request for an upload was answered within 0\.2 s.*Waiting after a flush:\n1$/m,
    );
    upload();
    await processor.forceFlush();
    expect(service.requests.map(({ method }) => method)).toEqual(["POST", "PUT", "PATCH"]);
    expect(logged.errors()).toBe("");
    await service.close();
  });

  it("uploads of which each takes less than the timeout are no reason to end", async () => {
    const service = await startMediaService();
    service.beforeStorage = () => delay(150);
    const { processor } = traceTo(service.url, { timeout: 1 });
    for (let i = 0; i < 40; i++) startObservation(`look ${i}`, { input: image }).end();
    await processor.forceFlush();
    expect(service.requests.filter(({ method }) => method === "PATCH").length).toBe(
      service.requests.filter(({ method }) => method === "POST").length,
    );
    expect(logged.warnings()).toBe("");
    await service.close();
  });

  it("an asynchronous mask", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
    const mask: MaskFunction = ({ data }) => (data === "hello" ? answered : data);
    const { processor } = traceTo(sink.url, { timeout: 0.2, mask });
    observe(3);
    await processor.forceFlush();
    expect(logged.warnings()).toMatch(
      /The asynchronous mask has not answered within 0\.2 s.*Waiting after a flush:\n3$/m,
    );
    expect(sink.spans).toHaveLength(0);
    answer("***");
    await processor.forceFlush();
    expect(sink.spans).toHaveLength(3);
  });

  it("a resource detector", async () => {
    const { promise: detected, resolve: detect } = Promise.withResolvers<string>();
    const { processor } = traceTo(sink.url, { timeout: 0.2 });
    const resource = resourceFromAttributes({ "host.name": detected });
    setSvcTracerProvider(new TracerProvider({ resource, spanProcessors: [processor] }));
    observe(2);
    await processor.forceFlush();
    expect(logged.warnings()).toMatch(
      /attributes of a resource were not known within 0\.2 s.*Waiting after a flush:\n2$/m,
    );
    expect(sink.spans).toHaveLength(0);
    detect("host-1");
    await processor.forceFlush();
    expect(sink.exports.map((received) => resourceAttributeOf(received, "host.name"))).toEqual(["host-1"]);
    expect(sink.spans).toHaveLength(2);
  });
});
