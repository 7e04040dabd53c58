import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import type { TestSpan } from "../../support/server/otlp-calls.ts";
import { mapped } from "./mapped-observation.ts";

describe("input and output, each from the first source that has it", () => {
  const json = (value: unknown): string => JSON.stringify(value);
  const hello = [{ role: "user", content: "hello" }];
  test.each<[way: string, scope: string, span: TestSpan, input: unknown, output: unknown]>([
    ["own", "x", { attributes: { [svc.OBSERVATION_INPUT]: "i", "output.value": "o" } }, "i", "o"],
    [
      "Genkit",
      "genkit-tracer",
      {
        attributes: {
          "genkit:input": json({ messages: hello }),
          "genkit:output": json({ message: { role: "model" }, usage: {} }),
        },
      },
      json(hello),
      json({ role: "model" }),
    ],
    [
      "Genkit without messages",
      "genkit-tracer",
      { attributes: { "genkit:input": '{"q":1}', "genkit:output": "plain" } },
      '{"q":1}',
      "plain",
    ],
    [
      "AI SDK messages and text",
      "ai",
      { attributes: { "ai.prompt.messages": json(hello), "ai.prompt": "x", "ai.response.text": "hi" } },
      json(hello),
      "hi",
    ],
    [
      "AI SDK text and tool calls in one message",
      "ai",
      { attributes: { "ai.prompt": "p", "ai.response.text": "hi", "ai.response.toolCalls": '[{"toolName":"t"}]' } },
      "p",
      json({ role: "assistant", content: "hi", tool_calls: [{ toolName: "t" }] }),
    ],
    [
      "AI SDK tool calls only",
      "ai",
      { attributes: { "ai.response.text": "", "ai.response.toolCalls": '[{"toolName":"t"}]' } },
      null,
      '[{"toolName":"t"}]',
    ],
    ["AI SDK tool", "ai", { attributes: { "ai.toolCall.args": '{"a":1}', "ai.toolCall.result": "3" } }, '{"a":1}', "3"],
    ["AI SDK object", "ai", { attributes: { "ai.response.object": '{"a":1}' } }, null, '{"a":1}'],
    [
      "AI SDK of an older version",
      "ai",
      { attributes: { "ai.result.text": "t", "ai.result.object": "{}" } },
      null,
      "t",
    ],
    [
      "AI SDK with messages of the conventions for missing fields",
      "ai",
      { attributes: { "ai.response.text": "hi", "gen_ai.input.messages": json(hello) } },
      json(hello),
      "hi",
    ],
    ["AI SDK attributes without an operation", "x", { attributes: { "ai.prompt": "p" } }, null, null],
    ["Flue turn", "@flue/opentelemetry", { attributes: { "flue.turn.input": "i", "flue.turn.output": "o" } }, "i", "o"],
    [
      "Flue tool",
      "@flue/opentelemetry",
      { attributes: { "flue.tool.arguments": "i", "flue.tool.result": "o" } },
      "i",
      "o",
    ],
    [
      "Flue task",
      "@flue/opentelemetry",
      { attributes: { "flue.task.prompt": "i", "flue.task.result": "o" } },
      "i",
      "o",
    ],
    [
      "Flue workflow",
      "@flue/opentelemetry",
      { attributes: { "flue.workflow.payload": "i", "flue.workflow.result": "o" } },
      "i",
      "o",
    ],
    [
      "an event with the details of the call",
      "x",
      {
        events: [
          {
            name: "gen_ai.client.inference.operation.details",
            attributes: { "gen_ai.input.messages": json(hello), "gen_ai.output.messages": "[]" },
          },
        ],
        attributes: { "input.value": "later" },
      },
      json(hello),
      "[]",
    ],
    [
      "an event per message",
      "x",
      {
        events: [
          { name: "gen_ai.system.message", attributes: { content: "s" } },
          { name: "gen_ai.user.message", attributes: { content: "u" } },
          { name: "gen_ai.assistant.message", attributes: { content: "a" } },
          { name: "gen_ai.tool.message", attributes: { id: "1", content: "t" } },
          { name: "gen_ai.choice", attributes: { index: 0, message: '{"content":"c"}' } },
        ],
      },
      json([
        { role: "system", content: "s" },
        { role: "user", content: "u" },
        { role: "assistant", content: "a" },
        { role: "tool", id: "1", content: "t" },
      ]),
      json({ index: 0, message: { content: "c" } }),
    ],
    [
      "events with the content",
      "x",
      {
        events: [
          { name: "gen_ai.content.prompt", attributes: { "gen_ai.prompt": "p" } },
          { name: "gen_ai.content.completion", attributes: { "gen_ai.completion": "c" } },
        ],
      },
      "p",
      "c",
    ],
    [
      "Vertex call",
      "x",
      { attributes: { "gcp.vertex.agent.llm_request": "i", "gcp.vertex.agent.llm_response": "o" } },
      "i",
      "o",
    ],
    [
      "Vertex tool",
      "x",
      {
        attributes: {
          "gcp.vertex.agent.llm_request": "{}",
          "gcp.vertex.agent.llm_response": "",
          "gcp.vertex.agent.tool_call_args": "i",
          "gcp.vertex.agent.tool_response": "o",
        },
      },
      "i",
      "o",
    ],
    ["Logfire", "x", { attributes: { prompt: "i", all_messages_events: "[1]" } }, "i", "[1]"],
    [
      "LiveKit input",
      "x",
      { attributes: { "lk.input_text": "i", "lk.chat_ctx": "c", "lk.response.text": "o" } },
      "i",
      "o",
    ],
    [
      "LiveKit transcript",
      "x",
      { attributes: { "lk.user_transcript": "i", "lk.function_tool.output": "o" } },
      "i",
      "o",
    ],
    [
      "a list of events",
      "x",
      {
        attributes: {
          events: json([
            { "event.name": "gen_ai.user.message", content: "u" },
            { "event.name": "gen_ai.choice", n: 1 },
          ]),
        },
      },
      json([{ "event.name": "gen_ai.user.message", content: "u" }]),
      json({ "event.name": "gen_ai.choice", n: 1 }),
    ],
    ["MLflow", "x", { attributes: { "mlflow.spanInputs": "i", "mlflow.spanOutputs": "o" } }, "i", "o"],
    ["Traceloop", "x", { attributes: { "traceloop.entity.input": "i", "traceloop.entity.output": "o" } }, "i", "o"],
    ["OpenInference", "x", { attributes: { "input.value": "i", "output.value": "o" } }, "i", "o"],
    ["bare names", "x", { attributes: { input: "i", output: "o" } }, "i", "o"],
    ["Pydantic AI", "pydantic-ai", { attributes: { "pydantic_ai.all_messages": "i", final_result: "o" } }, "i", "o"],
    ["Pydantic AI tool", "pydantic-ai", { attributes: { tool_arguments: "i", tool_response: "o" } }, "i", "o"],
    [
      "flattened prompts and completions",
      "x",
      {
        attributes: {
          "gen_ai.prompt.0.role": "user",
          "gen_ai.prompt.0.content": "hello",
          "gen_ai.completion.0.content": "c",
        },
      },
      json(hello),
      json([{ content: "c" }]),
    ],
    [
      "flattened messages",
      "x",
      { attributes: { "llm.input_messages.0.message.role": "user", "llm.output_messages.0.message.content": "c" } },
      json([{ role: "user" }]),
      json([{ content: "c" }]),
    ],
    [
      "messages with system instructions",
      "x",
      {
        attributes: {
          "gen_ai.system_instructions": "be brief",
          "gen_ai.input.messages": json(hello),
          "gen_ai.output.messages": "[]",
        },
      },
      json([{ role: "system", content: "be brief" }, ...hello]),
      "[]",
    ],
    [
      "a tool call",
      "x",
      { attributes: { "gen_ai.tool.call.arguments": "i", "gen_ai.tool.call.result": "o" } },
      "i",
      "o",
    ],
    [
      "indexes beyond reason",
      "x",
      { attributes: { "gen_ai.prompt.2000000000.role": "user" } },
      json([{ role: "user" }]),
      null,
    ],
    [
      "names of every object",
      "x",
      { attributes: { "gen_ai.prompt.0.__proto__.a": "x", "gen_ai.prompt.0.a": "b" } },
      '[{"a":"b"}]',
      null,
    ],
    ["nothing known", "x", { attributes: { "http.method": "GET" } }, null, null],
  ])("%s", async (_, scope, span, input, output) => {
    expect(await mapped(span, scope)).toMatchObject({ input, output });
  });
});
