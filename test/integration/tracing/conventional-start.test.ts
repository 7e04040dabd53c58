import { context, SpanKind, type Context, type SpanOptions } from "@opentelemetry/api";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { SvcOtelContextKeys, withConversation } from "@svc/core/internal";
import { RecordedSpan } from "@svc/tracing/internal";
import { describe, expect, it } from "vitest";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";

const recording = recordEachTest();

/** Starts a recorded span of this type, lets `change` change it, and returns it as it has ended. */
function recorded(type: string, options: SpanOptions = {}, change = (_span: RecordedSpan): void => {}) {
  const attributes = { [svc.OBSERVATION_TYPE]: type, ...options.attributes };
  const span = new RecordedSpan("weather", { ...options, attributes }, context.active());
  change(span);
  span.end();
  const { kind, name, attributes: written } = recording.ended[0]!;
  const conventional = Object.entries(written).filter(([attribute]) => attribute.startsWith("gen_ai."));
  return { kind, name, attributes: Object.fromEntries(conventional) };
}

/** Kind and attributes by the type of the observation, as the GenAI conventions have them. */
const TYPES: ReadonlyArray<readonly [type: string, kind: SpanKind, attributes: Readonly<Record<string, string>>]> = [
  ["generation", SpanKind.CLIENT, { "gen_ai.operation.name": "chat" }],
  ["embedding", SpanKind.CLIENT, { "gen_ai.operation.name": "embeddings" }],
  ["agent", SpanKind.INTERNAL, { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "weather" }],
  [
    "tool",
    SpanKind.INTERNAL,
    { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "gen_ai.tool.type": "function" },
  ],
  ["retriever", SpanKind.INTERNAL, { "gen_ai.operation.name": "retrieval" }],
  ["chain", SpanKind.INTERNAL, {}],
  ["span", SpanKind.INTERNAL, {}],
  ["guardrail", SpanKind.INTERNAL, {}],
  ["evaluator", SpanKind.INTERNAL, {}],
];

describe("a recorded span starts as the conventions ask", () => {
  it.each(TYPES)("%s", (type, kind, attributes) => {
    expect(recorded(type)).toEqual({ kind, name: "weather", attributes });
  });

  it("with the kind of its instrumentation", () => {
    expect(recorded("tool", { kind: SpanKind.SERVER })).toEqual({
      kind: SpanKind.SERVER,
      name: "weather",
      attributes: {},
    });
  });

  it("with the operation of its instrumentation", () => {
    const attributes = { "gen_ai.operation.name": "speech" };
    expect(recorded("generation", { attributes })).toEqual({ kind: SpanKind.CLIENT, name: "weather", attributes });
  });
});

describe("a failure has a type", () => {
  it.each([
    ["the name of an error", { message: "no such table", type: "TypeError" }, "TypeError"],
    ["a code", { message: "slow down", type: "429" }, "429"],
    ["a sentence", { message: "no luck", type: "The tool failed" }, "_OTHER"],
    ["words of the instrumentation", { own: "The model call failed" }, "_OTHER"],
    ["a name of the instrumentation", { own: "rate_limit" }, "rate_limit"],
    ["no reason", undefined, "_OTHER"],
  ])("from %s", (_from, reason, type) => {
    recorded("tool", {}, (span) => span.fail(reason));
    expect(recording.ended[0]!.attributes["error.type"]).toBe(type);
  });
});

describe("a recorded span is of the conversation", () => {
  const inSession = (ctx: Context): Context => ctx.setValue(SvcOtelContextKeys.sessionId, "session-1");

  it.each([
    ["of the session", inSession(context.active()), "session-1"],
    ["that a framework names", withConversation(inSession(context.active()), "thread-1"), "thread-1"],
    ["of nobody", context.active(), undefined],
  ])("%s", (_of, parent, id) => {
    for (const options of [{}, { kind: SpanKind.CLIENT }]) {
      const attributes = { [svc.OBSERVATION_TYPE]: "generation" };
      new RecordedSpan("chat", { ...options, attributes }, parent).end();
    }
    const ids = recording.ended.map(({ attributes }) => attributes["gen_ai.conversation.id"]);
    expect(ids).toEqual([id, id]);
  });

  it("only where it has an operation", () => {
    new RecordedSpan("step", { attributes: { [svc.OBSERVATION_TYPE]: "span" } }, inSession(context.active())).end();
    expect(recording.ended[0]!.attributes).not.toHaveProperty("gen_ai.conversation.id");
  });
});

it("usage that an instrumentation writes is in the attributes of the conventions as well", () => {
  recorded("generation", {}, (span) => {
    span.write({ usageDetails: { input: 60, input_cached_tokens: 40, output: 5 }, conventions: { "gen_ai.x": "y" } });
  });
  expect(recording.ended[0]!.attributes).toMatchObject({
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.cache_read.input_tokens": 40,
    "gen_ai.usage.output_tokens": 5,
    "gen_ai.x": "y",
  });
});

it("a workflow has the name of what it runs", () => {
  const attributes = { "gen_ai.operation.name": "invoke_workflow" };
  const { attributes: written } = recorded("chain", { attributes });
  expect(written).toEqual({ ...attributes, "gen_ai.agent.name": "weather" });
});

it("a tool that is renamed has its name in the attribute as well", () => {
  const { name, attributes } = recorded("tool", {}, (span) => span.rename("handoff to Paris"));
  expect([name, attributes["gen_ai.tool.name"]]).toEqual(["handoff to Paris", "handoff to Paris"]);
});
