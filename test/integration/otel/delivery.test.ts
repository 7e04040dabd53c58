import { startObservation } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { exportSinkOfEachTest, startExportSink } from "../../support/otlp/export-sink.ts";
import { freePort } from "../../support/http/free-port.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";

let errors: MockInstance<typeof console.error>;
let warnings: MockInstance<typeof console.warn>;

const sink = exportSinkOfEachTest();
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockImplementation(() => {});
  warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => {
  untrace();
  vi.restoreAllMocks();
});

const observe = (count: number, from = 0, input = "hello"): void => {
  for (let i = 0; i < count; i++) startObservation(`observation ${from + i}`, { input }).end();
};
const arrived = (): number => new Set(sink.spans.map(({ spanId }) => Buffer.from(spanId).toString("hex"))).size;
const said = (spy: MockInstance<typeof console.error>): string => spy.mock.calls.flat().join("\n");

describe("delivery", () => {
  it("sends a batch as soon as it is full, and a smaller one on flush", async () => {
    const { processor } = traceTo(sink.url, { flushAt: 10 });
    observe(25);
    await sink.requests(2);
    expect(sink.exports.map(({ spans }) => spans.length)).toEqual([10, 10]);
    await processor.forceFlush();
    expect(arrived()).toBe(25);
  });

  it("sends a batch of large spans before it has many", async () => {
    const { processor } = traceTo(sink.url);
    observe(40, 0, "a".repeat(300_000));
    await sink.requests(8);
    await processor.forceFlush();
    expect(arrived()).toBe(40);
    expect(Math.max(...sink.exports.map(({ spans }) => spans.length))).toBe(4);
  });

  it("sends waiting spans after the flush interval", async () => {
    traceTo(sink.url, { flushInterval: 0.05 });
    observe(3);
    await sink.requests(1);
    expect(arrived()).toBe(3);
  });

  it("delivers a burst of 50,000", async () => {
    const { processor } = traceTo(sink.url);
    observe(50_000);
    await processor.forceFlush();
    expect(arrived()).toBe(50_000);
    expect(said(errors)).toBe("");
  });

  it.each([429, 502, 503, 504])("retries after status %i", async (status) => {
    sink.answer = (response, nth) => response.writeHead(nth === 1 ? status : 200, { "retry-after": "0" }).end();
    const { processor } = traceTo(sink.url);
    observe(3);
    await processor.forceFlush();
    await sink.requests(2);
    await processor.forceFlush();
    expect(arrived()).toBe(3);
  });

  it.each([
    [400, "refused with status 400: bad"],
    [401, "refused with status 401; check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL: bad"],
    [500, "refused with status 500: bad"],
  ])("gives up on status %i and logs the number of lost spans, and the reason", async (status, reason) => {
    sink.answer = (response) => response.writeHead(status).end("bad");
    const { processor } = traceTo(sink.url);
    observe(3);
    await processor.forceFlush();
    expect(sink.exports).toHaveLength(1);
    expect(said(errors)).toContain(`3 spans were lost: ${sink.url}/api/public/otel/v1/traces ${reason}`);
    expect(said(errors)).not.toContain("sk-svc-test");
  });

  it.each([
    ["protobuf", Buffer.from([0x0a, 0x0b, 0x08, 0x02, 0x12, 0x07, ...Buffer.from("too old")])],
    ["JSON", Buffer.from('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}')],
  ])("logs the number of rejected spans of a batch (%s)", async (_format, body) => {
    sink.answer = (response) => response.writeHead(200).end(body);
    const { processor } = traceTo(sink.url);
    observe(3);
    await processor.forceFlush();
    expect(said(errors)).toContain("2 spans were lost:");
    expect(said(errors)).toContain("rejected them: too old");
  });

  it.each(["", "{}", "not JSON", "\n", '{"partialSuccess":{}}'])("accepts the answer %j as a success", async (body) => {
    sink.answer = (response) => response.writeHead(200).end(body);
    const { processor } = traceTo(sink.url);
    observe(3);
    await processor.forceFlush();
    expect(said(errors)).toBe("");
  });

  it.each(["gzip", "none"] as const)(
    "cuts a batch in half that is answered 413, until it fits (%s)",
    async (compression) => {
      sink.answer = (response, nth) => response.writeHead(sink.exports[nth - 1]!.spans.length > 2 ? 413 : 200).end();
      const { processor } = traceTo(sink.url, { compression });
      observe(7);
      await processor.forceFlush();
      const taken = sink.exports.filter(({ spans }) => spans.length <= 2);
      const [whole] = sink.exports;
      expect(taken.flatMap(({ spans }) => spans.map(({ name }) => name)).toSorted()).toEqual(
        whole!.spans.map(({ name }) => name),
      );
      for (const { message } of taken) {
        expect(message.resourceSpans[0]!.resource).toEqual(whole!.message.resourceSpans[0]!.resource);
        expect(message.resourceSpans[0]!.scopeSpans[0]!.scope).toEqual(
          whole!.message.resourceSpans[0]!.scopeSpans[0]!.scope,
        );
      }
      expect(said(errors)).toBe("");
    },
  );

  it("keeps spans while the service is down, logs it once, and sends them later", async () => {
    const port = await freePort();
    const { processor } = traceTo(`http://127.0.0.1:${port}`, { timeout: 0.5 });
    observe(3);
    await processor.forceFlush();
    observe(3, 3);
    await processor.forceFlush();
    expect(warnings).toHaveBeenCalledTimes(1);
    expect(said(warnings)).toContain("could not be reached (ECONNREFUSED); spans wait and are sent again");

    const back = await startExportSink(port);
    await processor.forceFlush();
    await back.requests(2);
    await back.close();
    expect(back.spans).toHaveLength(6);
    expect(said(errors)).toBe("");
  });

  it("gives up soon on an unreachable service at the end of the process, with one line", async () => {
    const port = await freePort();
    const { processor } = traceTo(`http://127.0.0.1:${port}`);
    observe(600);
    await processor.shutdown();
    expect(errors).toHaveBeenCalledTimes(1);
    expect(said(errors)).toContain(
      `600 spans were lost: http://127.0.0.1:${port}/api/public/otel/v1/traces could not be reached (ECONNREFUSED)`,
    );
    expect(warnings).not.toHaveBeenCalled();
  });

  it("waits at most the timeout for a service that never answers", async () => {
    sink.answer = () => {};
    const { processor } = traceTo(sink.url, { timeout: 0.05 });
    observe(1);
    await processor.forceFlush();
    expect(said(warnings)).toContain("gave no answer within 0.05 s; spans wait and are sent again");
  });

  it("drops spans after its shutdown", async () => {
    const { processor } = traceTo(sink.url);
    observe(1);
    await processor.shutdown();
    observe(1);
    await processor.forceFlush();
    expect(arrived()).toBe(1);
  });
});
