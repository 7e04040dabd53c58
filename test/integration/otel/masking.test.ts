import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { propagateAttributes, setSvcTracerProvider, startObservation } from "@svc/tracing";
import { SvcSpanProcessor, type MaskFunction } from "@svc/otel";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exportSinkOfEachTest, attributeOf } from "../../support/otlp/export-sink.ts";
import { TEST_KEYS, traceTo, untrace } from "../../support/otlp/traced.ts";

const sink = exportSinkOfEachTest();
afterEach(() => {
  untrace();
  vi.restoreAllMocks();
});

const FAILED = "<fully masked due to failed mask function>";

/** Returns a mask that hides the word in texts and in JSON values, and records its arguments in `given`. */
function hiding(word: string, given: unknown[] = []): MaskFunction {
  return ({ data }) => {
    given.push(data);
    return JSON.parse(JSON.stringify(data).replaceAll(word, "***")) as unknown;
  };
}

describe("mask", () => {
  it("receives texts, and metadata decoded, and its result is encoded again", async () => {
    const given: unknown[] = [];
    const { processor } = traceTo(sink.url, { mask: hiding("secret", given) });
    propagateAttributes({ metadata: { plan: "secret plan", seats: 3 } }, () =>
      startObservation("call", {
        input: { question: "secret?" },
        output: "the secret answer",
        statusMessage: "a secret status",
        metadata: { text: "secret", numeric: "42", nested: { deep: ["secret"] }, count: 7 },
      }).end(),
    );
    await processor.forceFlush();
    const [span] = sink.spans;
    expect(given).toEqual(
      expect.arrayContaining([
        '{"question":"secret?"}',
        "the secret answer",
        "a secret status",
        "secret",
        "42",
        { deep: ["secret"] },
        7,
        "secret plan",
        3,
      ]),
    );
    expect(Object.fromEntries(span!.attributes.map(({ key }) => [key, attributeOf(span!, key)]))).toMatchObject({
      "svc.observation.input": '{"question":"***?"}',
      "svc.observation.output": "the *** answer",
      "svc.observation.status_message": "a *** status",
      "svc.observation.metadata.text": '"***"',
      "svc.observation.metadata.numeric": '"42"',
      "svc.observation.metadata.nested": '{"deep":["***"]}',
      "svc.observation.metadata.count": "7",
      "svc.trace.metadata.plan": '"*** plan"',
      "svc.trace.metadata.seats": "3",
    });
  });

  it.each([
    "gen_ai.input.messages",
    "gen_ai.output.messages",
    "gen_ai.system_instructions",
    "gen_ai.tool.call.arguments",
    "gen_ai.prompt.0.content",
    "gen_ai.completion.0.content",
    "ai.prompt.messages",
    "ai.response.text",
    "input.value",
    "output.value",
    "traceloop.entity.input",
    "llm.input_messages.0.message.content",
  ])("covers %s in spans of other instrumentations", async (key) => {
    const { processor, tracer } = traceTo(sink.url, { mask: hiding("secret") });
    tracer
      .startSpan("other", { attributes: { [key]: '[{"content":"secret"}]', "gen_ai.request.model": "secret-model" } })
      .end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, key)).toBe('[{"content":"***"}]');
    expect(attributeOf(sink.spans[0]!, "gen_ai.request.model")).toBe("secret-model");
  });

  it("covers lists of texts", async () => {
    const { processor, tracer } = traceTo(sink.url, { mask: hiding("secret") });
    tracer.startSpan("other", { attributes: { "ai.prompt.tools": ['{"tool":"secret"}', "plain secret"] } }).end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "ai.prompt.tools")).toMatchObject({
      values: [{ value: { value: '{"tool":"***"}' } }, { value: { value: "plain ***" } }],
    });
  });

  it("covers messages in events, exceptions and the status of the span", async () => {
    const { processor, tracer } = traceTo(sink.url, { mask: hiding("secret") });
    const span = tracer.startSpan("other");
    span.addEvent("gen_ai.user.message", { content: "secret" });
    span.recordException(new Error("secret"));
    span.setStatus({ code: 2, message: "secret" });
    span.end();
    await processor.forceFlush();
    expect(
      JSON.stringify(sink.spans, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
    ).not.toContain("secret");
  });

  it("sees no names of spans, models, users, sessions and tags", async () => {
    const given: unknown[] = [];
    const { processor } = traceTo(sink.url, { mask: hiding("secret", given) });
    const names = ["a span", "a model", "a user", "a session", "a tag"] as const;
    const [span, model, userId, sessionId, tag] = names;
    propagateAttributes({ userId, sessionId, tags: [tag] }, () =>
      startObservation(span, { input: "an input", model }, { asType: "generation" }).end(),
    );
    await processor.forceFlush();
    expect(given).toContain("an input");
    for (const name of names) {
      expect(JSON.stringify(given)).not.toContain(name);
      expect(JSON.stringify(sink.spans, (_key, value: unknown) => (typeof value === "bigint" ? "" : value))).toContain(
        name,
      );
    }
  });

  it("may be asynchronous, and a flush waits for it", async () => {
    const { processor } = traceTo(sink.url, { mask: async ({ data }) => (data === "secret" ? "***" : data) });
    startObservation("call", { input: "secret", metadata: { a: "secret", b: 1 } }).end();
    await processor.forceFlush();
    const [span] = sink.spans;
    expect(attributeOf(span!, "svc.observation.input")).toBe("***");
    expect(attributeOf(span!, "svc.observation.metadata.a")).toBe('"***"');
    expect(attributeOf(span!, "svc.observation.metadata.b")).toBe("1");
  });

  it("that fails is logged as a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const error = new Error("broken mask");
    const { processor } = traceTo(sink.url, {
      mask: () => {
        throw error;
      },
    });
    startObservation("call", { input: "secret" }).end();
    await processor.forceFlush();
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("The mask function failed"), error);
  });

  it.each<[how: string, mask: MaskFunction]>([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no"))],
  ])("that %s hides the complete value", async (_how, mask) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { processor } = traceTo(sink.url, { mask });
    startObservation("call", { input: "secret", metadata: { a: "secret" } }).end();
    await processor.forceFlush();
    const [span] = sink.spans;
    expect(attributeOf(span!, "svc.observation.input")).toBe(FAILED);
    expect(attributeOf(span!, "svc.observation.metadata.a")).toBe(JSON.stringify(FAILED));
  });

  it("that returns undefined removes a metadata key", async () => {
    const { processor } = traceTo(sink.url, { mask: ({ data }) => (data === "secret" ? undefined : data) });
    startObservation("call", { metadata: { a: "secret", b: "open" } }).end();
    await processor.forceFlush();
    expect(attributeOf(sink.spans[0]!, "svc.observation.metadata.a")).toBeUndefined();
    expect(attributeOf(sink.spans[0]!, "svc.observation.metadata.b")).toBe('"open"');
  });

  it("does not change the span for other processors", async () => {
    const others = new InMemorySpanExporter();
    const masked = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: sink.url, mask: () => "***" });
    setSvcTracerProvider(
      new TracerProvider({ spanProcessors: [masked, new SimpleSpanProcessor({ exporter: others })] }),
    );
    startObservation("call", { input: "secret", metadata: { a: "secret" } }).end();
    await masked.forceFlush();
    expect(attributeOf(sink.spans[0]!, "svc.observation.input")).toBe("***");
    expect(others.getFinishedSpans()[0]!.attributes).toMatchObject({
      "svc.observation.input": "secret",
      "svc.observation.metadata.a": '"secret"',
    });
  });
});
