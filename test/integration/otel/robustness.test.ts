import { SvcSpanProcessor } from "@svc/otel";
import { propagateAttributes, startObservation } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exportSinkOfEachTest, attributeOf } from "../../support/otlp/export-sink.ts";
import { TEST_KEYS, traceTo, untrace } from "../../support/otlp/traced.ts";

const sink = exportSinkOfEachTest();
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  untrace();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const said = (): string =>
  [...vi.mocked(console.warn).mock.calls, ...vi.mocked(console.error).mock.calls].flat().join("\n");

describe("does not throw into the application", () => {
  it("for a message nested deeper than the call stack", async () => {
    const { processor, tracer } = traceTo(sink.url);
    const nested = `[{"type":"file"},${"[".repeat(20_000)}${"]".repeat(20_000)}]`;
    tracer.startSpan("deep", { attributes: { "gen_ai.input.messages": nested } }).end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "gen_ai.input.messages")).toBe(nested);
  });

  it("for an unreadable span", () => {
    const processor = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: sink.url });
    expect(() => processor.onEnd({} as never)).not.toThrow();
    expect(said()).toContain("The span undefined of undefined is lost");
  });

  it.each([" http://127.0.0.1:9 ", "http://127.0.0.1:9/base/?query#fragment", "http://user:hunter2@127.0.0.1:9"])(
    "for the address %j, without showing a password",
    async (baseUrl) => {
      const { processor } = traceTo(baseUrl);
      startObservation("a").end();
      await processor.shutdown();
      expect(said()).toContain("http://127.0.0.1:9/");
      expect(said()).not.toContain("hunter2");
    },
  );

  it("for a key with a line break, which is omitted and logged", async () => {
    const { processor } = traceTo(sink.url, { secretKey: "sk-svc\n", additionalHeaders: { "x-bad": "a\r\nb" } });
    startObservation("a").end();
    await processor.forceFlush();
    expect(sink.spans).toHaveLength(1);
    expect(sink.exports[0]!.headers["x-bad"]).toBeUndefined();
    expect(said()).toContain('The header "x-bad" is not sent');
  });
});

describe("a service that requests retries", () => {
  it.each(["0", "9999999999"])("with Retry-After: %s gets a limited number of requests", async (retryAfter) => {
    sink.answer = (response) => response.writeHead(503, { "retry-after": retryAfter }).end();
    // A flush waits for no pause that ends after the timeout, and the shortest pause is longer.
    const { processor } = traceTo(sink.url, { timeout: 0.5 });
    startObservation("a").end();
    await processor.forceFlush();
    await processor.forceFlush();
    expect(sink.exports).toHaveLength(2);
  });
});

describe("shutdown", () => {
  it("ends in time even if a mask never answers", async () => {
    vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "0.05");
    const { processor } = traceTo(sink.url, { mask: () => new Promise(() => {}) });
    startObservation("a", { input: "x" }).end();
    await processor.shutdown();
    expect(said()).toContain("SvcSpanProcessor did not shut down within 0.05 s");
  });
});

describe("a clock that jumps during a shutdown", () => {
  it.each([3_600_000, -3_600_000])("by %i ms changes nothing: the retry after a 503 delivers", async (jumpMs) => {
    const now = Date.now;
    sink.answer = (response, nth) => {
      if (nth === 1) vi.spyOn(Date, "now").mockImplementation(() => now() + jumpMs);
      response.writeHead(nth === 1 ? 503 : 200).end();
    };
    const { processor } = traceTo(sink.url);
    startObservation("a").end();
    await processor.shutdown();
    expect(sink.exports).toHaveLength(2);
    expect(said()).not.toContain("lost");
  });
});

describe("propagated metadata", () => {
  it("leaves room for the observation's attributes, and logs dropped keys", async () => {
    const { processor } = traceTo(sink.url);
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`key ${i}`, i]));
    propagateAttributes({ userId: "u1", metadata }, () => {
      startObservation(
        "a",
        { input: "in", output: "out", model: "m", usageDetails: { input: 1 } },
        { asType: "generation" },
      ).end();
    });
    await processor.forceFlush();
    const keys = ["svc.observation.input", "svc.observation.output", "svc.observation.model.name", "user.id"];
    expect(keys.map((key) => attributeOf(sink.spans[0]!, key))).toEqual(["in", "out", "m", "u1"]);
    expect(attributeOf(sink.spans[0]!, "svc.observation.usage_details")).toBe('{"input":1}');
    expect(said()).toMatch(/\d+ keys of propagated metadata are dropped/);
  });
});
