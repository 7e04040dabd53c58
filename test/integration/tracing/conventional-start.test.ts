import { context, SpanKind, type SpanOptions } from "@opentelemetry/api";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
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

it("a tool that is renamed has its name in the attribute as well", () => {
  const { name, attributes } = recorded("tool", {}, (span) => span.rename("handoff to Paris"));
  expect([name, attributes["gen_ai.tool.name"]]).toEqual(["handoff to Paris", "handoff to Paris"]);
});
