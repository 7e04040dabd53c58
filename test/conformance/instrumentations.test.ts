import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type TestExport,
  type TestSpan,
  type Value,
  observation,
  observations,
  send,
} from "../support/server/otlp-calls.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
});
afterAll(async () => server.close());

type Attributes = Record<string, Value>;

/** Returns the observation that a span of this scope becomes. */
async function mapped(
  span: TestSpan,
  scope = "other-tracer",
  more: Partial<TestExport> = {},
): Promise<Record<string, unknown>> {
  await send(server, { spans: [span], scope: { name: scope, version: "1.0.0" }, ...more });
  return observation(server);
}

const of = async (attributes: Attributes, scope?: string): Promise<Record<string, unknown>> =>
  mapped({ attributes }, scope);

/** Tests a list of sources, each of which wins over the later ones. Case n has all but the first n sources. */
function sources(
  all: ReadonlyArray<[attribute: string, value: Value, read: unknown]>,
): Array<[string, Attributes, unknown]> {
  return all.map(([attribute, , read], index) => [
    attribute,
    Object.fromEntries(all.slice(index).map(([name, value]) => [name, value])),
    read,
  ]);
}

describe("fields, from the first available source", () => {
  test.each(
    sources([
      ["gen_ai.tool.name", "tool", "tool"],
      ["genkit:name", "genkit", "genkit"],
      ["logfire.msg", "message", "message"],
      ["ai.toolCall.name", "call", "call"],
      ["ai.operationId", "ai.generateText", "ai.generateText"],
    ]),
  )("name from %s", async (_, attributes, name) => {
    expect(await of(attributes)).toMatchObject({ name });
  });

  test("name of an AI SDK operation after the function's name", async () => {
    const attributes = { "ai.telemetry.functionId": "plan", "ai.operationId": "ai.generateText" };
    expect(await of(attributes)).toMatchObject({ name: "plan:ai.generateText" });
  });

  test.each(
    sources([
      [svc.OBSERVATION_MODEL, "m1", "m1"],
      ["gen_ai.response.model", "m2", "m2"],
      ["ai.model.id", "m3", "m3"],
      ["gen_ai.request.model", "m4", "m4"],
      ["llm.response.model", "m5", "m5"],
      ["llm.model_name", "m6", "m6"],
      ["model", "m7", "m7"],
    ]),
  )("model from %s", async (_, attributes, providedModelName) => {
    expect(await of(attributes)).toMatchObject({ providedModelName });
  });

  test("model from genkit:name, for models only", async () => {
    const named = { "genkit:name": "googleai/gemini" };
    expect(await of({ ...named, "genkit:metadata:subtype": "model" })).toMatchObject({
      providedModelName: "googleai/gemini",
    });
    expect(await of({ ...named, "genkit:metadata:subtype": "tool" })).toMatchObject({ providedModelName: null });
  });

  test.each(["invoke_agent", "agent_step", "invoke_workflow", "plan"])(
    "%s has no model, usage or cost",
    async (operation) => {
      const attributes = {
        "gen_ai.operation.name": operation,
        "gen_ai.request.model": "gpt-4o",
        "gen_ai.usage.input_tokens": 5,
        "gen_ai.usage.cost": 1,
      };
      expect(await of(attributes)).toMatchObject({
        providedModelName: null,
        usageDetails: {},
        costDetails: {},
        totalCost: null,
      });
    },
  );

  test.each([
    { "operation.name": "ai.generateText my-function" },
    { "operation.name": "ai.generateText", "ai.operationId": "ai.generateText" },
    { "ai.operationId": "ai.streamText" },
    { "ai.operationId": "ai.generateObject" },
    { "ai.operationId": "ai.streamObject" },
    { "ai.operationId": "ai.embed" },
    { "ai.operationId": "ai.embedMany" },
    { "ai.operationId": "ai.rerank" },
  ])("the AI SDK's outer span has no model, usage or cost: %j", async (operation) => {
    const call = {
      "ai.model.id": "gpt-4o",
      "ai.usage.inputTokens": 20,
      "ai.usage.outputTokens": 40,
      "ai.usage.tokens": 60,
    };
    expect(await of({ ...operation, ...call }, "ai")).toMatchObject({
      providedModelName: null,
      usageDetails: {},
      costDetails: {},
      totalCost: null,
    });
    expect(await of({ ...operation, ...call }, "an-application")).toMatchObject({ providedModelName: "gpt-4o" });
  });

  test("a model call of Claude Code has its usage, counted once, and its first token", async () => {
    const attributes = {
      model: "claude-haiku-4-5",
      input_tokens: 12,
      output_tokens: 30,
      cache_read_tokens: 400,
      cache_creation_tokens: 50,
      ttft_ms: 500,
      "session.id": "s1",
    };
    const scope = "com.anthropic.claude_code.tracing";
    expect(await mapped({ name: "claude_code.llm_request", attributes }, scope)).toMatchObject({
      type: "GENERATION",
      providedModelName: "claude-haiku-4-5",
      usageDetails: { input: 12, output: 30, input_cached_tokens: 400, input_cache_creation: 50, total: 492 },
      timeToFirstToken: 0.5,
      sessionId: "s1",
    });
    expect(await mapped({ name: "claude_code.tool", attributes: {} }, scope)).toMatchObject({ type: "TOOL" });
    expect(
      await mapped({ name: "claude_code.interaction", attributes: { user_prompt: "Mend the test" } }, scope),
    ).toMatchObject({ type: "AGENT", input: "Mend the test" });
  });

  test.each(
    sources([
      [svc.COMPAT_USER_ID, "u1", "u1"],
      ["user.id", "u2", "u2"],
      [`${svc.OBSERVATION_METADATA}.svc_user_id`, '"u3"', "u3"],
      [`${svc.TRACE_METADATA}.svc_user_id`, "u4", "u4"],
      ["ai.telemetry.metadata.userId", "u5", "u5"],
    ]),
  )("user from %s", async (_, attributes, userId) => {
    expect(await of(attributes)).toMatchObject({ userId });
  });

  test.each(
    sources([
      [svc.COMPAT_SESSION_ID, "s1", "s1"],
      ["session.id", "s2", "s2"],
      ["gen_ai.conversation.id", "s3", "s3"],
      [`${svc.OBSERVATION_METADATA}.svc_session_id`, '"s4"', "s4"],
      [`${svc.TRACE_METADATA}.svc_session_id`, "s5", "s5"],
      ["ai.telemetry.metadata.sessionId", "s6", "s6"],
    ]),
  )("session from %s", async (_, attributes, sessionId) => {
    expect(await of(attributes)).toMatchObject({ sessionId });
  });

  test.each(
    sources([
      [svc.TRACE_TAGS, ["a"], ["a"]],
      ["svc.tags", '["b","c"]', ["b", "c"]],
      [`${svc.OBSERVATION_METADATA}.svc_tags`, "d, e", ["d", "e"]],
      [`${svc.TRACE_METADATA}.svc_tags`, '["f"]', ["f"]],
      ["ai.telemetry.metadata.tags", ["g"], ["g"]],
      ["tag.tags", "h", ["h"]],
    ]),
  )("tags from %s", async (_, attributes, tags) => {
    expect(await of(attributes)).toMatchObject({ tags });
  });

  test.each([
    [{ [svc.OBSERVATION_COMPLETION_START_TIME]: "2026-11-01T10:00:00.100Z" }, "2026-11-01T10:00:00.100Z"],
    [{ [svc.OBSERVATION_COMPLETION_START_TIME]: '"2026-11-01T10:00:00.100Z"' }, "2026-11-01T10:00:00.100Z"],
    [{ "ai.response.msToFirstChunk": 200.2 }, "2026-11-01T10:00:00.201Z"],
    [{ "ai.stream.msToFirstChunk": 300 }, "2026-11-01T10:00:00.300Z"],
    [{ "ai.stream.msToFirstChunk": "soon" }, null],
    [{ "gen_ai.response.time_to_first_chunk": 0.25 }, "2026-11-01T10:00:00.250Z"],
    [{ ttft_ms: 40 }, "2026-11-01T10:00:00.040Z"],
  ])("first token: %j", async (attributes, completionStartTime) => {
    expect(await of(attributes)).toMatchObject({ completionStartTime });
  });

  test.each<[Attributes, unknown]>([
    [{ [svc.OBSERVATION_PROMPT_NAME]: "p", [svc.OBSERVATION_PROMPT_VERSION]: 2 }, ["p", 2]],
    [{ "svc.prompt.name": "p", "svc.prompt.version": 3 }, ["p", 3]],
    [{ "ai.telemetry.metadata.svcPrompt": '{"name":"p","version":4}' }, ["p", 4]],
    [{ "ai.telemetry.metadata.svcPrompt": "no JSON" }, [null, null]],
  ])("prompt of a generation: %j", async (attributes, expected) => {
    const { promptName, promptVersion } = await of({ ...attributes, [svc.OBSERVATION_TYPE]: "generation" });
    expect([promptName, promptVersion]).toEqual(expected);
  });

  test("a prompt belongs to generations only", async () => {
    expect(await of({ [svc.OBSERVATION_PROMPT_NAME]: "p" })).toMatchObject({ promptName: null });
  });

  test.each([
    [{ name: "eou_detection" }, "DEBUG"],
    [{ name: "eou_detection", status: { code: 2 } }, "ERROR"],
    [{ name: "agent_turn" }, "DEFAULT"],
  ])("level of a span of livekit-agents: %j", async (span, level) => {
    expect(await mapped(span, "livekit-agents")).toMatchObject({ level });
  });
});

describe("model parameters, from the first source that has any", () => {
  test.each<[string, string, Attributes, unknown]>([
    [
      "own",
      "x",
      { [svc.OBSERVATION_MODEL_PARAMETERS]: '{"t":1,"s":["a"]}', "gen_ai.request.top_p": 1 },
      { t: 1, s: '["a"]' },
    ],
    ["Genkit", "genkit-tracer", { "genkit:input": '{"config":{"temperature":1},"messages":[]}' }, { temperature: 1 }],
    [
      "the AI SDK",
      "ai",
      {
        "ai.settings.maxSteps": 3,
        "ai.settings.maxRetries": 2,
        "ai.prompt.toolChoice": '{"type":"auto"}',
        "ai.settings.mode": "json",
        "ai.settings.system": "be brief",
        "gen_ai.request.max_tokens": 100,
        "gen_ai.request.temperature": 0.2,
        "ai.response.finishReason": "stop",
        "ai.response.providerMetadata": '{"openai":{"serviceTier":"flex"}}',
      },
      {
        maxSteps: 3,
        maxRetries: 2,
        toolChoice: '{"type":"auto"}',
        mode: "json",
        system: "be brief",
        maxTokens: 100,
        temperature: 0.2,
        finishReason: "stop",
        service_tier: "flex",
      },
    ],
    ["OpenInference", "x", { "llm.invocation_parameters": '{"top_p":0.5}', model_config: '{"n":1}' }, { top_p: 0.5 }],
    ["a model configuration", "x", { model_config: '{"n":1}', "gen_ai.request.top_p": 1 }, { n: 1 }],
    [
      "OpenTelemetry's conventions",
      "x",
      { "gen_ai.request.model": "m", "gen_ai.request.top_p": 0.5, "llm.invocation_parameters.top_k": 3 },
      { top_p: 0.5, top_k: 3 },
    ],
    ["none", "x", {}, null],
  ])("%s", async (_, scope, attributes, modelParameters) => {
    expect(await of(attributes, scope)).toMatchObject({ modelParameters });
  });
});

describe("type", () => {
  const call = { "ai.model.id": "m" };
  test.each<[string, TestSpan, string, string]>([
    ["own type in lower case", { attributes: { [svc.OBSERVATION_TYPE]: "guardrail" } }, "x", "GUARDRAIL"],
    ["own type in capitals is not recognized", { attributes: { [svc.OBSERVATION_TYPE]: "GUARDRAIL" } }, "x", "SPAN"],
    [
      "own type before all others",
      { attributes: { [svc.OBSERVATION_TYPE]: "event", "openinference.span.kind": "LLM" } },
      "x",
      "EVENT",
    ],
    ...["CHAIN", "RETRIEVER", "EMBEDDING", "AGENT", "TOOL", "GUARDRAIL", "EVALUATOR"].map(
      (kind): [string, TestSpan, string, string] => [
        `OpenInference ${kind}`,
        { attributes: { "openinference.span.kind": kind, "gen_ai.operation.name": "chat" } },
        "x",
        kind,
      ],
    ),
    ["OpenInference LLM", { attributes: { "openinference.span.kind": "LLM" } }, "x", "GENERATION"],
    ["OpenInference of an unknown kind", { attributes: { "openinference.span.kind": "RERANKER" } }, "x", "SPAN"],
    ...Object.entries({
      chat: "GENERATION",
      completion: "GENERATION",
      text_completion: "GENERATION",
      generate_content: "GENERATION",
      generate: "GENERATION",
      embeddings: "EMBEDDING",
      invoke_agent: "AGENT",
      create_agent: "AGENT",
      execute_tool: "TOOL",
      invoke_workflow: "CHAIN",
      plan: "CHAIN",
      retrieval: "RETRIEVER",
      rerank: "RETRIEVER",
      realtime_inference: "GENERATION",
      speech: "GENERATION",
      transcription: "GENERATION",
    }).map(([operation, type]): [string, TestSpan, string, string] => [
      `operation ${operation}`,
      { attributes: { "gen_ai.operation.name": operation, "genkit:metadata:subtype": "retriever" } },
      "x",
      type,
    ]),
    ...Object.entries({
      "background-model": "GENERATION",
      model: "GENERATION",
      embedder: "EMBEDDING",
      tool: "TOOL",
      "tool.v2": "TOOL",
      retriever: "RETRIEVER",
      evaluator: "EVALUATOR",
    }).map(([subtype, type]): [string, TestSpan, string, string] => [
      `Genkit ${subtype}`,
      { attributes: { "genkit:metadata:subtype": subtype } },
      "genkit-tracer",
      type,
    ]),
    ...Object.entries({
      "ai.generateText.doGenerate": "GENERATION",
      "ai.streamText.doStream": "GENERATION",
      "ai.generateObject.doGenerate": "GENERATION",
      "ai.streamObject.doStream": "GENERATION",
      "ai.embed.doEmbed": "EMBEDDING",
      "ai.embedMany.doEmbed": "EMBEDDING",
      "ai.rerank.doRerank": "RETRIEVER",
    }).map(([operation, type]): [string, TestSpan, string, string] => [
      `AI SDK ${operation}`,
      { attributes: { "ai.operationId": operation, ...call } },
      "ai",
      type,
    ]),
    [
      "AI SDK operation before a function's name",
      { attributes: { "operation.name": "ai.embed.doEmbed my-function", ...call } },
      "ai",
      "EMBEDDING",
    ],
    ["AI SDK call without a model", { attributes: { "ai.operationId": "ai.generateText.doGenerate" } }, "ai", "SPAN"],
    ["AI SDK tool call", { attributes: { "ai.operationId": "ai.toolCall" } }, "ai", "TOOL"],
    ["AI SDK outer operation", { attributes: { "ai.operationId": "ai.generateText", ...call } }, "ai", "SPAN"],
    ["a tool's name", { attributes: { "gen_ai.tool.name": "search" } }, "x", "TOOL"],
    ["a tool call's id", { attributes: { "gen_ai.tool.call.id": "c1", model: "m" } }, "x", "TOOL"],
    ["Flue tool", { attributes: { "flue.tool.arguments": "{}" } }, "@flue/opentelemetry", "TOOL"],
    ["Flue task", { attributes: { "flue.task.prompt": "go" } }, "@flue/opentelemetry", "AGENT"],
    ["LiveKit turn", { name: "agent_turn" }, "livekit-agents", "AGENT"],
    ["LiveKit activity", { name: "start_agent_activity" }, "livekit-agents", "AGENT"],
    ["LiveKit tool", { name: "function_tool" }, "livekit-agents", "TOOL"],
    ["agent_turn of another scope", { name: "agent_turn" }, "x", "SPAN"],
    ...[svc.OBSERVATION_MODEL, "gen_ai.request.model", "gen_ai.response.model", "llm.model_name", "model"].map(
      (name): [string, TestSpan, string, string] => [
        `model in ${name}`,
        { attributes: { [name]: "m" } },
        "x",
        "GENERATION",
      ],
    ),
    ["Traceloop tool", { attributes: { "traceloop.span.kind": "tool" } }, "x", "TOOL"],
    ["Traceloop agent", { attributes: { "traceloop.span.kind": "agent" } }, "x", "AGENT"],
    ["Traceloop workflow", { attributes: { "traceloop.span.kind": "workflow" } }, "x", "SPAN"],
    ["nothing known", { attributes: { "http.method": "GET" } }, "x", "SPAN"],
  ])("%s", async (_, span, scope, type) => {
    expect(await mapped(span, scope)).toMatchObject({ type });
  });
});

describe("input and output, from the first source that has either", () => {
  const json = (value: unknown): string => JSON.stringify(value);
  const hello = [{ role: "user", content: "hello" }];
  test.each<[way: string, scope: string, span: TestSpan, input: unknown, output: unknown]>([
    ["own", "x", { attributes: { [svc.OBSERVATION_INPUT]: "i", "output.value": "o" } }, "i", null],
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
    ["AI SDK attributes of another scope", "x", { attributes: { "ai.prompt": "p" } }, null, null],
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
      json([{ message: { role: "user" } }]),
      json([{ message: { content: "c" } }]),
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
    ["indexes beyond reason", "x", { attributes: { "gen_ai.prompt.2000000000.role": "user" } }, "[]", null],
    [
      "names of every object",
      "x",
      { attributes: { "gen_ai.prompt.__proto__.a": "x", "gen_ai.prompt.a": "b" } },
      '{"a":"b"}',
      null,
    ],
    ["nothing known", "x", { attributes: { "http.method": "GET" } }, null, null],
  ])("%s", async (_, scope, span, input, output) => {
    expect(await mapped(span, scope)).toMatchObject({ input, output });
  });
});

describe("usage", () => {
  test.each<[string, string, Attributes, Record<string, number>]>([
    [
      "own",
      "x",
      { [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1,"output":"2","bad":-1,"x":1.5}' },
      { input: 1, output: 2, total: 3 },
    ],
    ["own of a total", "x", { [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1,"total":9}' }, { input: 1, total: 9 }],
    ["own that is no object", "x", { [svc.OBSERVATION_USAGE_DETAILS]: "[1]", "gen_ai.usage.input_tokens": 5 }, {}],
    [
      "own usage that is not JSON",
      "x",
      { [svc.OBSERVATION_USAGE_DETAILS]: "{", "gen_ai.usage.input_tokens": 5 },
      { input: 5, total: 5 },
    ],
    [
      "own usage in the form of a completion",
      "x",
      {
        [svc.OBSERVATION_USAGE_DETAILS]:
          '{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}',
      },
      { input: 6, output: 5, total: 15, input_cached_tokens: 4 },
    ],
    [
      "own usage in the form of a response",
      "x",
      {
        [svc.OBSERVATION_USAGE_DETAILS]:
          '{"input_tokens":10,"output_tokens":5,"total_tokens":15,"output_tokens_details":{"reasoning_tokens":2}}',
      },
      { input: 10, output: 3, total: 15, output_reasoning_tokens: 2 },
    ],
    [
      "Genkit",
      "genkit-tracer",
      { "genkit:output": '{"usage":{"inputTokens":7,"outputTokens":3,"totalTokens":10,"inputCharacters":40}}' },
      { input: 7, output: 3, total: 10, inputCharacters: 40 },
    ],
    [
      "AI SDK",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.usage.outputTokens": 6,
        "ai.usage.cachedInputTokens": 4,
        "ai.usage.reasoningTokens": 2,
      },
      { input: 6, output: 4, input_cached_tokens: 4, output_reasoning_tokens: 2, total: 16 },
    ],
    [
      "AI SDK of an older version",
      "ai",
      { "ai.usage.promptTokens": 3, "ai.usage.completionTokens": 4 },
      { input: 3, output: 4, total: 7 },
    ],
    ["AI SDK embedding", "ai", { "ai.usage.tokens": 8 }, { total: 8 }],
    [
      "AI SDK with usage by OpenAI",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.usage.outputTokens": 6,
        "ai.response.providerMetadata": '{"openai":{"cachedPromptTokens":8,"reasoningTokens":5}}',
      },
      { input: 2, output: 1, input_cached_tokens: 8, output_reasoning_tokens: 5, total: 16 },
    ],
    [
      "AI SDK with usage by Anthropic",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.response.providerMetadata": '{"anthropic":{"cacheReadInputTokens":3,"cacheCreationInputTokens":2}}',
      },
      { input: 5, input_cached_tokens: 3, input_cache_creation: 2, total: 10 },
    ],
    [
      "AI SDK with usage by Bedrock",
      "ai",
      {
        "ai.usage.inputTokens": 10,
        "ai.response.providerMetadata": '{"bedrock":{"usage":{"cacheReadInputTokens":3,"cacheWriteInputTokens":20}}}',
      },
      { input: 0, input_cached_tokens: 3, input_cache_creation: 20, total: 23 },
    ],
    [
      "the conventions",
      "x",
      {
        "gen_ai.usage.input_tokens": 10,
        "gen_ai.usage.output_tokens": 4,
        "gen_ai.usage.cache_read.input_tokens": 6,
        "gen_ai.usage.cost": 1,
      },
      { input: 4, output: 4, input_cached_tokens: 6, total: 14 },
    ],
    [
      "OpenInference",
      "x",
      {
        "llm.token_count.prompt": 10,
        "llm.token_count.completion": 5,
        "llm.token_count.total": 15,
        "llm.token_count.prompt_details.cache_read": 2,
        "llm.token_count.completion_details.reasoning": 1,
        "llm.token_count.completion_details.audio": 1,
      },
      { input: 8, output: 3, total: 15, input_cached_tokens: 2, output_reasoning_tokens: 1, output_audio_tokens: 1 },
    ],
    [
      "Traceloop",
      "x",
      { "gen_ai.usage.prompt_tokens": 10, "gen_ai.usage.completion_tokens": 5, "llm.usage.total_tokens": 15 },
      { input: 10, output: 5, total: 15 },
    ],
    ["none", "x", {}, {}],
  ])("%s", async (_, scope, attributes, usageDetails) => {
    expect(await of(attributes, scope)).toMatchObject({ usageDetails });
  });
});

describe("tools", () => {
  const named = async (filter: object): Promise<number> =>
    (await observations(server, { filter: JSON.stringify([filter]) })).data.length;
  test.each<[string, string, Attributes, offered: string[], called: string[]]>([
    [
      "a request and an answer of chat completions",
      "x",
      {
        [svc.OBSERVATION_INPUT]: '{"messages":[],"tools":[{"type":"function","function":{"name":"look"}}]}',
        [svc.OBSERVATION_OUTPUT]: '{"choices":[{"message":{"tool_calls":[{"function":{"name":"look"}}]}}]}',
      },
      ["look"],
      ["look"],
    ],
    [
      "a request and an answer of responses",
      "x",
      {
        [svc.OBSERVATION_INPUT]: '{"input":"x","tools":[{"type":"function","name":"look"}]}',
        [svc.OBSERVATION_OUTPUT]:
          '{"output":[{"type":"function_call","name":"look"},{"type":"function_call","name":"look"}]}',
      },
      ["look"],
      ["look", "look"],
    ],
    [
      "the entries of a conversation of Mistral",
      "x",
      {
        [svc.OBSERVATION_INPUT]: '{"inputs":"x","tools":[{"type":"function","function":{"name":"look"}}]}',
        [svc.OBSERVATION_OUTPUT]: '[{"type":"message.output","content":"y"},{"type":"function.call","name":"look"}]',
      },
      ["look"],
      ["look"],
    ],
    [
      "messages with parts",
      "x",
      {
        "gen_ai.tool.definitions": '[{"name":"a"},{"name":"b"}]',
        "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"tool_call","name":"b"}]}]',
      },
      ["a", "b"],
      ["b"],
    ],
    [
      "the AI SDK",
      "ai",
      {
        "ai.prompt.tools": ['{"type":"function","name":"a"}'],
        "ai.response.toolCalls": '[{"type":"tool-call","toolName":"a"}]',
      },
      ["a"],
      ["a"],
    ],
    ["text that speaks of tools", "x", { [svc.OBSERVATION_OUTPUT]: 'the "tool_calls" are many' }, [], []],
  ])("%s", async (_, scope, attributes, offered, called) => {
    await of(attributes, scope);
    for (const [count, list, names] of [
      ["toolDefinitions", "toolNames", offered],
      ["toolCalls", "calledToolNames", called],
    ] as const) {
      expect(await named({ type: "number", column: count, operator: "=", value: names.length })).toBe(1);
      const all = { type: "arrayOptions", column: list, operator: "all of", value: names };
      const none = { type: "null", column: list, operator: "is null" };
      expect(await named(names.length > 0 ? all : none)).toBe(1);
    }
  });
});

describe("metadata of other instrumentations", () => {
  test("metadata of the AI SDK without attributes that became fields", async () => {
    const { metadata } = await of(
      {
        "ai.telemetry.metadata.plan": "pro",
        "ai.telemetry.metadata.userId": "u",
        "ai.prompt": "p",
        "ai.settings.maxRetries": 2,
      },
      "ai",
    );
    expect(metadata).toMatchObject({ plan: "pro", "attributes.ai.settings.maxRetries": 2, "scope.name": "ai" });
    expect(Object.keys(metadata as object)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/userId|ai\.prompt|telemetry/)]),
    );
  });

  test("later instrumentations replace top-level keys of earlier ones", async () => {
    const { metadata } = await mapped(
      {
        attributes: {
          [`${svc.OBSERVATION_METADATA}.scope`]: '"observation"',
          [`${svc.OBSERVATION_METADATA}.k`]: '"observation"',
          [`${svc.TRACE_METADATA}.k`]: '"trace"',
        },
      },
      "x",
      { resource: { "service.name": "shop" } },
    );
    expect(metadata).toMatchObject({ scope: "observation", k: "trace", "resourceAttributes.service.name": "shop" });
  });
});
