import { context, trace, type Attributes } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { startObservation } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

let [sink, traced]: [ExportSink, Traced] = [] as never;
beforeEach(async () => {
  sink = await startExportSink();
  traced = traceTo(sink.url);
});
afterEach(async () => {
  untrace();
  await sink.close();
});

const USAGE = { "gen_ai.usage.input_tokens": 11, "gen_ai.usage.output_tokens": 7 };
const ADK = { "gen_ai.system": "gcp.vertex.agent", "gen_ai.request.model": "gemini-2.5-flash", ...USAGE };
const OPENAI = { "gen_ai.operation.name": "chat", "gen_ai.response.model": "gpt-5-mini", ...USAGE };
const AGENT = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "helper", ...USAGE };

/** Makes a span of others, with an observation of this type inside, and returns the attributes that are sent of the span. */
async function sentOf(name: string, attributes: Attributes, type?: "generation" | "tool"): Promise<Attributes> {
  const tracer = new TracerProvider({ spanProcessors: [traced.processor] }).getTracer("gcp.vertex.agent");
  const span = tracer.startSpan(name);
  context.with(trace.setSpan(context.active(), span), () => {
    if (type !== undefined) startObservation("inside", {}, { asType: type as "generation" }).end();
  });
  // Google ADK describes a call when it has ended.
  span.setAttributes(attributes);
  const before = { ...(span as unknown as { attributes: Attributes }).attributes };
  span.end();
  expect((span as unknown as { attributes: Attributes }).attributes).toEqual(before);
  await traced.processor.forceFlush();
  return attributesOf(sink.spans.find((each) => each.name === name)!);
}

describe("a model call of others", () => {
  it.each<[what: string, Attributes]>([
    ["Google ADK's", ADK],
    ["an instrumentation's", OPENAI],
  ])("is a step without model and usage where the call is recorded inside it: %s", async (_what, attributes) => {
    const sent = await sentOf("call", attributes, "generation");
    expect(sent[A.OBSERVATION_TYPE]).toBe("span");
    expect(Object.keys(sent).filter((name) => /usage|model|operation/.test(name))).toEqual([]);
  });

  it.each<[what: string, Attributes, type?: "tool"]>([
    ["a call without anything inside", OPENAI],
    ["a call with a tool inside", OPENAI, "tool"],
    ["an agent", AGENT],
  ])("is sent as it is otherwise: %s", async (_what, attributes, type) => {
    expect(await sentOf("call", attributes, type)).toMatchObject(attributes);
  });
});

it("sends the spans of Google ADK that have no attribute of the GenAI conventions", async () => {
  expect(await sentOf("invocation", { "gcp.vertex.agent.invocation_id": "e-1" })).toMatchObject({
    "gcp.vertex.agent.invocation_id": "e-1",
  });
});
