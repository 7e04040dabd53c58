import { startObservation } from "@svc/tracing";
import type { MaskFunction } from "@svc/otel";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { exportSinkOfEachTest } from "../../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";
import { attributesOfSpan } from "../../support/otlp/exported-attributes.ts";

const sink = exportSinkOfEachTest();
afterEach(() => {
  untrace();
});

const SECRET = "sk-live-4242";
const CARD = 4111111111111111;

const hide = (text: string): string => text.replaceAll(SECRET, "***").replaceAll(/\b\d{16}\b/g, "***");

/** The two common kinds of masks: one checks the type first, the other does not. */
const MASKS: ReadonlyArray<[which: string, mask: MaskFunction]> = [
  ["a guarded mask", ({ data }) => (typeof data === "string" ? hide(data) : data)],
  ["an unguarded mask", ({ data }) => hide(data as string)],
];

function arrived(): string {
  return JSON.stringify(sink.spans, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

describe.each(MASKS)("%s", (_which, mask) => {
  it.each<[what: string, value: unknown, sent: string]>([
    ["a text", `key ${SECRET}`, "key ***"],
    ["an object", { key: SECRET, nested: [{ deep: `is ${SECRET}` }] }, '{"key":"***","nested":[{"deep":"is ***"}]}'],
    ["an array", [SECRET, "open"], '["***","open"]'],
    ["a key of an object", { [SECRET]: 1 }, '{"***":1}'],
    ["a number", CARD, "***"],
    ["a number in an object", { card: CARD }, '{"card":***}'],
    ["what has a toJSON", { toJSON: () => ({ key: SECRET }) }, '{"key":"***"}'],
  ])("hides %s in input and output", async (_what, value, sent) => {
    const { processor } = traceTo(sink.url, { mask });
    startObservation("call", { input: value, output: value }).end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "call")).toMatchObject({
      "svc.observation.input": sent,
      "svc.observation.output": sent,
    });
    expect(arrived()).not.toContain("fully masked");
  });

  it("hides a status message, an exception and the messages of an event", async () => {
    const { processor, tracer } = traceTo(sink.url, { mask });
    startObservation("call", { statusMessage: `refused ${SECRET}` }).end();
    const span = tracer.startSpan("other");
    span.addEvent("gen_ai.user.message", { index: 0, content: JSON.stringify({ text: SECRET }) });
    span.addEvent("note", { "gen_ai.prompt": JSON.stringify([{ content: SECRET }]) });
    span.recordException(new TypeError(`failed with {"key":"${SECRET}"}`));
    span.setStatus({ code: 2, message: SECRET });
    span.end();
    await processor.forceFlush();
    expect(arrived()).toContain("refused ***");
    expect(arrived()).toContain("TypeError");
    expect(arrived()).not.toContain(SECRET);
    expect(arrived()).not.toContain("fully masked");
  });

  it("receives every text of input and output, for any value", async () => {
    const { processor } = traceTo(sink.url, { mask });
    const withSecret = fc.constantFrom("?", `?${SECRET}?`, `${SECRET}"`, `\n${SECRET}`);
    const { content } = fc.letrec((tie) => ({
      content: fc.oneof(
        { maxDepth: 4 },
        withSecret,
        fc.constantFrom(CARD, null, true, 0),
        fc.string({ unit: "grapheme" }).map((text) => text + SECRET),
        fc.array(tie("content"), { maxLength: 4 }),
        fc.dictionary(fc.oneof(withSecret, fc.string()), tie("content"), { maxKeys: 4 }),
      ),
    }));
    const values = fc.sample(content, 300);
    for (const value of values) startObservation("call", { input: value, output: { value } }).end();
    await processor.forceFlush();
    expect(sink.spans).toHaveLength(values.length);
    expect(arrived()).not.toContain(SECRET);
    expect(arrived()).not.toContain(String(CARD));
    expect(arrived()).not.toContain("fully masked");
  });
});

describe("a mask", () => {
  it("receives a value's text as sent without a mask, and metadata decoded", async () => {
    const given: unknown[] = [];
    const { processor } = traceTo(sink.url, {
      mask: ({ data }) => {
        given.push(data);
        // A copy: a mask that returns the object itself also gets the texts inside it.
        return structuredClone(data) as unknown;
      },
    });
    startObservation("call", {
      input: { question: 9007199254740993n, numbers: [1.0] },
      output: ' { "as": "it stands" } ',
      statusMessage: "[1]",
      metadata: { nested: { list: [1] } },
    }).end();
    await processor.forceFlush();
    expect(given).toHaveLength(4);
    expect(given).toEqual(
      expect.arrayContaining([
        '{"question":"9007199254740993","numbers":[1]}',
        ' { "as": "it stands" } ',
        "[1]",
        { list: [1] },
      ]),
    );
    expect(attributesOfSpan(sink, "call")).toMatchObject({ "svc.observation.output": ' { "as": "it stands" } ' });
  });

  it("that returns a value other than text has it sent as JSON", async () => {
    const { processor } = traceTo(sink.url, { mask: () => ({ hidden: true }) });
    startObservation("call", { input: SECRET, metadata: { key: SECRET } }).end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "call")).toMatchObject({
      "svc.observation.input": '{"hidden":true}',
      "svc.observation.metadata.key": '{"hidden":true}',
    });
  });

  // Every attribute that the service shows as input or output, and other attributes that repeat the content.
  it.each([
    "gen_ai.prompt.0.content",
    "gen_ai.completion.0.content",
    "gen_ai.input.messages",
    "gen_ai.output.messages",
    "gen_ai.system_instructions",
    "gen_ai.tool.definitions",
    "gen_ai.tool.call.arguments",
    "gen_ai.tool.call.result",
    "gen_ai.retrieval.query.text",
    "gen_ai.retrieval.documents",
    "gen_ai.evaluation.explanation",
    "llm.input_messages.0.message.content",
    "llm.output_messages.0.message.content",
    "llm.prompts",
    "llm.completions.0.completion.text",
    "llm.prompt_template.variables",
    "llm.tools.0.tool.json_schema",
    "llm.function_call",
    "retrieval.documents.0.document.content",
    "reranker.input_documents.0.document.content",
    "reranker.output_documents.0.document.content",
    "reranker.query",
    "embedding.embeddings.0.embedding.text",
    "tool.parameters",
    "ai.prompt",
    "ai.prompt.messages",
    "ai.prompt.tools",
    "ai.settings.system",
    "ai.value",
    "ai.values",
    "ai.response.text",
    "ai.response.object",
    "ai.response.reasoning",
    "ai.response.toolCalls",
    "ai.response.providerMetadata",
    "ai.result.text",
    "ai.toolCall.args",
    "ai.toolCall.result",
    "ai.telemetry.metadata.note",
    "traceloop.entity.input",
    "input.value",
    "output.value",
    "input",
    "output",
    "prompt",
    "events",
    "all_messages_events",
    "pydantic_ai.all_messages",
    "final_result",
    "tool_arguments",
    "tool_response",
    "mlflow.spanInputs",
    "mlflow.spanOutputs",
    "genkit:input",
    "genkit:output",
    "gcp.vertex.agent.llm_request",
    "gcp.vertex.agent.llm_response",
    "gcp.vertex.agent.tool_call_args",
    "gcp.vertex.agent.tool_response",
    "lk.chat_ctx",
    "lk.input_text",
    "lk.user_transcript",
    "lk.response.text",
    "lk.function_tool.output",
    "flue.turn.input",
    "flue.turn.output",
    "flue.tool.arguments",
    "flue.tool.result",
    "flue.task.prompt",
    "flue.task.result",
    "flue.operation.result",
    "flue.workflow.payload",
    "flue.workflow.result",
    "error.message",
    "svc.experiment.item.expected_output",
    "svc.experiment.item.metadata",
    "svc.experiment.metadata",
  ])("receives %s as text, single and in a list", async (key) => {
    const { processor, tracer } = traceTo(sink.url, { mask: ({ data }) => hide(data as string) });
    const text = JSON.stringify([{ content: SECRET, size: 1 }]);
    tracer.startSpan("alone", { attributes: { [key]: text } }).end();
    tracer.startSpan("list", { attributes: { [key]: [text, SECRET] } }).end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "alone")[key]).toBe('[{"content":"***","size":1}]');
    expect(attributesOfSpan(sink, "list")[key]).toEqual(['[{"content":"***","size":1}]', "***"]);
  });

  it.each<[key: string, value: string | number | number[]]>([
    ["gen_ai.request.model", SECRET],
    ["gen_ai.prompt.name", SECRET],
    ["gen_ai.prompt.version", SECRET],
    ["gen_ai.output.type", SECRET],
    ["ai.response.msToFirstChunk", 12.5],
    ["ai.telemetry.metadata.userId", SECRET],
    ["embedding.embeddings.0.embedding.vector", [0.5, 0.25]],
    ["svc.observation.model.name", SECRET],
    ["user.id", SECRET],
  ])("does not receive %s, which is not content", async (key, value) => {
    const { processor, tracer } = traceTo(sink.url, { mask: () => "***" });
    tracer.startSpan("other", { attributes: { [key]: value } }).end();
    await processor.forceFlush();
    expect(attributesOfSpan(sink, "other")[key]).toEqual(value);
  });
});
