import { expect, test } from "vitest";
import type { TestSpan } from "../../support/server/otlp-calls.ts";
import { type Attributes, mapped, matching } from "./mapped-observation.ts";

const json = (value: unknown): string => JSON.stringify(value);
const message = (role: string, content: string): object => ({ role, content });
const parts = (role: string, content: string): object => ({ role, parts: [{ type: "text", content }] });
const question = [parts("user", "question")];
const answer = [parts("assistant", "answer")];
const system = message("system", "be kind");
const chat = { "gen_ai.operation.name": "chat" };
const START = Date.parse("2026-11-01T10:00:00.000Z");

interface Row {
  producer: string;
  scope?: string;
  name?: string;
  attributes?: Attributes;
  events?: TestSpan["events"];
  status?: TestSpan["status"];
  gives: Record<string, unknown>;
  /** Key that the metadata does not have; by default that of the messages. */
  lacks?: string;
}

/** Spans as their producers send them, made neutral, and what they become. */
const ROWS: readonly Row[] = [
  {
    producer: "litellm: a call that asks for a tool, in two formats",
    attributes: {
      ...chat,
      "gen_ai.input.messages": json(question),
      "gen_ai.output.messages": json([{ role: "assistant", parts: [] }]),
      "gen_ai.completion.0.function_call.name": "lookup",
      "gen_ai.completion.0.function_call.arguments": "{}",
    },
    gives: { input: json(question), output: json([{ function_call: { name: "lookup", arguments: "{}" } }]) },
  },
  {
    producer: "litellm: an answer with a text and a call",
    attributes: {
      ...chat,
      "gen_ai.output.messages": json(answer),
      "gen_ai.completion.0.function_call.name": "lookup",
    },
    gives: { output: json([...answer, { function_call: { name: "lookup" } }]) },
  },
  {
    producer: "litellm: an embedding",
    scope: "litellm",
    attributes: { "gen_ai.operation.name": "embedding", "gen_ai.request.model": "m", "llm.user": "u1" },
    gives: { type: "EMBEDDING", userId: "u1" },
  },
  {
    producer: "Strands: details spread over three events",
    attributes: chat,
    events: [
      { "gen_ai.system_instructions": json([{ type: "text", content: "be kind" }]) },
      { "gen_ai.input.messages": json(question) },
      { "gen_ai.output.messages": json(answer) },
    ].map((attributes) => ({ name: "gen_ai.client.inference.operation.details", attributes })),
    gives: { input: json([parts("system", "be kind"), ...question]), output: json(answer) },
  },
  {
    producer: "Strands: first token in milliseconds",
    scope: "a-shop",
    attributes: { ...chat, "gen_ai.system": "strands-agents", "gen_ai.server.time_to_first_token": 250 },
    gives: { timeToFirstToken: 0.25 },
  },
  {
    producer: "LangSmith: a call",
    scope: "langsmith",
    attributes: {
      "langsmith.span.kind": "llm",
      ...chat,
      "gen_ai.request.model": "gpt-4o-mini",
      "gen_ai.prompt": json({ messages: [message("user", "question")] }),
      "gen_ai.completion": json({ choices: [{ message: message("assistant", "answer") }] }),
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 50,
      "gen_ai.usage.total_tokens": 150,
      "gen_ai.usage.input_token_details": "{'cache_read': 40}",
      "langsmith.metadata.usage_metadata": json({
        input_tokens: 100,
        output_tokens: 50,
        total_tokens: 150,
        input_token_details: { cache_read: 40 },
        output_token_details: { reasoning: 20 },
      }),
      "langsmith.metadata.session_id": "s1",
      "langsmith.metadata.user_id": "u1",
      "langsmith.trace.session_name": "a project",
      "langsmith.span.tags": "a, b",
    },
    gives: {
      type: "GENERATION",
      input: json({ messages: [message("user", "question")] }),
      output: json({ choices: [{ message: message("assistant", "answer") }] }),
      usageDetails: { input: 60, input_cached_tokens: 40, output: 30, output_reasoning_tokens: 20, total: 150 },
      sessionId: "s1",
      userId: "u1",
      tags: ["a", "b"],
    },
  },
  {
    producer: "LangSmith: a retriever",
    scope: "langsmith",
    attributes: {
      "langsmith.span.kind": "retriever",
      "gen_ai.operation.name": "embeddings",
      "gen_ai.prompt": '{"q":"x"}',
    },
    gives: { type: "RETRIEVER", input: '{"q":"x"}', output: null },
  },
  {
    producer: "LangSmith: a chain of a thread",
    scope: "langsmith",
    attributes: {
      "langsmith.span.kind": "chain",
      "gen_ai.operation.name": "chain",
      "gen_ai.completion": '{"output":"y"}',
      "langsmith.metadata.thread_id": "t1",
    },
    gives: { type: "CHAIN", output: '{"output":"y"}', sessionId: "t1" },
  },
  {
    producer: "MLflow: a call",
    scope: "mlflow.tracing.provider",
    attributes: {
      "mlflow.spanType": '"CHAT_MODEL"',
      "mlflow.spanInputs": json({ messages: [message("user", "q")] }),
      "mlflow.spanOutputs": '"plain answer"',
      model: '"gpt-4o-mini"',
      "mlflow.llm.model": '"gpt-4o-mini"',
      "mlflow.chat.tokenUsage": json({
        input_tokens: 100,
        output_tokens: 50,
        total_tokens: 150,
        cache_read_input_tokens: 40,
      }),
    },
    gives: {
      type: "GENERATION",
      providedModelName: "gpt-4o-mini",
      output: "plain answer",
      usageDetails: { input: 60, input_cached_tokens: 40, output: 50, total: 150 },
    },
  },
  ...Object.entries({
    TOOL: "TOOL",
    RETRIEVER: "RETRIEVER",
    RERANKER: "RETRIEVER",
    AGENT: "AGENT",
    LLM: "GENERATION",
  }).map(([kind, type]): Row => ({
    producer: `MLflow: ${kind}`,
    scope: "mlflow.tracing.provider",
    attributes: { "mlflow.spanType": json(kind) },
    gives: { type },
  })),
  {
    producer: "MLflow: an embedding",
    scope: "mlflow.tracing.provider",
    attributes: { "mlflow.spanType": '"EMBEDDING"', model: '"text-embedding-3-small"' },
    gives: { type: "EMBEDDING", providedModelName: "text-embedding-3-small" },
  },
  {
    producer: "Genkit: the step around a model, which repeats the usage",
    scope: "genkit-tracer",
    attributes: {
      "genkit:type": "util",
      "genkit:name": "generate",
      "genkit:output": json({ message: { role: "model" }, usage: { inputTokens: 100, outputTokens: 50 } }),
    },
    gives: { type: "SPAN", usageDetails: {}, output: '{"role":"model"}' },
  },
  {
    producer: "Genkit: an embedder",
    scope: "genkit-tracer",
    attributes: { "genkit:type": "action", "genkit:metadata:subtype": "embedder", "genkit:name": "oc/embed-1" },
    gives: { type: "EMBEDDING", providedModelName: "oc/embed-1" },
  },
  {
    producer: "OpenInference: the sum on an agent (smolagents)",
    attributes: {
      "openinference.span.kind": "AGENT",
      "llm.token_count.prompt": 100,
      "llm.token_count.completion": 50,
      "llm.token_count.total": 150,
    },
    gives: { type: "AGENT", usageDetails: {} },
  },
  {
    producer: "OpenInference: messages beside their rendering (llama-index)",
    attributes: {
      "openinference.span.kind": "LLM",
      "input.value": '{"messages": ["ChatMessage(role=user, text=\'question\')"]}',
      "output.value": "assistant: ",
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.content": "question",
      "llm.output_messages.0.message.role": "assistant",
      "llm.output_messages.0.message.tool_calls.0.tool_call.id": "c1",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "lookup",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"a":1}',
    },
    gives: {
      input: json([message("user", "question")]),
      output: json([
        { role: "assistant", tool_calls: [{ id: "c1", function: { name: "lookup", arguments: '{"a":1}' } }] },
      ]),
    },
  },
  {
    producer: "OpenInference: a system prompt that stands in the messages only (openai-agents)",
    attributes: {
      "openinference.span.kind": "LLM",
      "input.value": json([message("user", "question")]),
      "llm.input_messages.1.message.role": "system",
      "llm.input_messages.1.message.content": "be kind",
      "llm.input_messages.2.message.role": "user",
      "llm.input_messages.2.message.contents.0.message_content.type": "text",
      "llm.input_messages.2.message.contents.0.message_content.text": "question",
    },
    gives: { input: json([system, { role: "user", content: [{ type: "text", text: "question" }] }]) },
  },
  {
    producer: "OpenInference: an embedding",
    attributes: {
      "openinference.span.kind": "EMBEDDING",
      "embedding.model_name": "text-embedding-3-small",
      "llm.token_count.prompt": 1000,
      "llm.token_count.total": 1000,
      "embedding.embeddings.0.embedding.text": "hello",
      "embedding.embeddings.0.embedding.vector": "[0.1,0.2]",
    },
    gives: {
      providedModelName: "text-embedding-3-small",
      totalCost: 0.00002,
      input: "hello",
    },
    lacks: "attributes.embedding.embeddings.0.embedding.vector",
  },
  ...(
    [
      [
        "an answer of OpenAI",
        '{"data":[{"embedding":[0.1,0.2,1e-3],"index":0}]}',
        '{"data":[{"embedding":{"dimensions":3},"index":0}]}',
      ],
      [
        "an answer of Cohere",
        '{"embeddings":{"float":[[0.1,0.2]]},"tokens":[1,2]}',
        '{"embeddings":{"float":{"vectors":1,"dimensions":2}},"tokens":[1,2]}',
      ],
      ["vectors only", "[[0.1, 0.2], [0.3, 0.4]]", '{"vectors":2,"dimensions":2}'],
      [
        "long numbers",
        '{"id":90071992547409931,"vector":[0.12345678901234567890]}',
        '{"id":90071992547409931,"vector":{"dimensions":1}}',
      ],
      ["other numbers", '{"scores": [0.5], "matches": [{"id": 7}]}', '{"scores": [0.5], "matches": [{"id": 7}]}'],
    ] as const
  ).flatMap(([content, sent, stored]) =>
    ["EMBEDDING", "RETRIEVER"].map((kind): Row => ({
      producer: `OpenInference: ${kind} with ${content}`,
      attributes: { "openinference.span.kind": kind, "input.value": sent, "output.value": sent },
      gives: { type: kind, input: stored, output: stored },
    })),
  ),
  {
    producer: "OpenInference: an embedding that is nested too deeply",
    attributes: {
      "openinference.span.kind": "EMBEDDING",
      "output.value": `${"[".repeat(5_000)}0.1${"]".repeat(5_000)}`,
    },
    gives: { output: `${"[".repeat(5_000)}0.1${"]".repeat(5_000)}` },
  },
  {
    producer: "Genkit: the answer of an embedder",
    scope: "genkit-tracer",
    attributes: {
      "genkit:type": "action",
      "genkit:metadata:subtype": "embedder",
      "genkit:output": json({ embeddings: [{ embedding: [0.1, 0.2] }] }),
    },
    gives: { output: json({ embeddings: [{ embedding: { dimensions: 2 } }] }) },
  },
  {
    producer: "an application's own output of an embedding",
    attributes: { "svc.observation.type": "embedding", "svc.observation.output": "[0.1,0.2]" },
    gives: { type: "EMBEDDING", output: "[0.1,0.2]" },
  },
  {
    producer: "OpenInference: a tool with a class's name",
    name: "SimpleTool",
    attributes: { "openinference.span.kind": "TOOL", "tool.name": "lookup" },
    gives: { type: "TOOL", name: "lookup" },
  },
  {
    producer: "OpenInference: documents of a retriever",
    attributes: {
      "openinference.span.kind": "RETRIEVER",
      "input.value": "q",
      "retrieval.documents.0.document.content": "a page",
      "retrieval.documents.0.document.score": 0.5,
    },
    gives: { input: "q", output: json([{ content: "a page", score: 0.5 }]) },
  },
  {
    producer: "OpenInference: a reranker",
    attributes: {
      "openinference.span.kind": "RERANKER",
      "reranker.query": "q",
      "reranker.output_documents.0.document.content": "a page",
    },
    gives: { type: "RETRIEVER", input: "q", output: json([{ content: "a page" }]) },
  },
  {
    producer: "OpenInference: a failed call, whose model stands in its parameters",
    attributes: { "openinference.span.kind": "LLM", "llm.invocation_parameters": '{"model":"gpt-4o-mini"}' },
    gives: { type: "GENERATION", providedModelName: "gpt-4o-mini" },
  },
  {
    producer: "OpenInference: metadata of the application",
    attributes: { "openinference.span.kind": "CHAIN", metadata: '{"plan":"pro"}' },
    gives: { metadata: expect.objectContaining({ plan: "pro" }) },
  },
  {
    producer: "OpenInference: the first token as an event",
    attributes: { "openinference.span.kind": "LLM" },
    events: [{ name: "First Token Stream Event", time: START + 250 }],
    gives: { timeToFirstToken: 0.25 },
  },
  {
    producer: "Mastra: an agent",
    scope: "@mastra/otel-exporter",
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.system_instructions": "be kind",
      "mastra.span.type": "agent_run",
      "mastra.agent_run.input": "question",
      "mastra.agent_run.output": '{"text":"answer","files":[]}',
      "mastra.metadata.userId": "u1",
      "mastra.metadata.sessionId": "s1",
      "mastra.tags": '["a"]',
    },
    gives: {
      type: "AGENT",
      input: json([system, message("user", "question")]),
      output: '{"text":"answer","files":[]}',
      userId: "u1",
      sessionId: "s1",
      tags: ["a"],
    },
  },
  {
    producer: "Mastra: first token",
    attributes: {
      ...chat,
      "mastra.span.type": "model_inference",
      "mastra.completion_start_time": "2026-11-01T10:00:00.250Z",
    },
    gives: { timeToFirstToken: 0.25 },
  },
  {
    producer: "instructions only, which are no input",
    attributes: { ...chat, "gen_ai.system_instructions": "be kind" },
    gives: { input: null, metadata: expect.objectContaining({ "attributes.gen_ai.system_instructions": "be kind" }) },
  },
  {
    producer: "openlit: instructions and a message of the system",
    attributes: {
      ...chat,
      "gen_ai.system_instructions": json([{ type: "text", content: "be kind" }]),
      "gen_ai.input.messages": json([parts("system", "be kind"), ...question]),
    },
    gives: { input: json([parts("system", "be kind"), ...question]) },
  },
  {
    producer: "AI SDK with a tracer of the application",
    scope: "my-app",
    attributes: {
      "operation.name": "ai.generateText.doGenerate",
      "ai.operationId": "ai.generateText.doGenerate",
      "ai.model.id": "gpt-4o-mini",
      "ai.prompt.messages": json([message("user", "q")]),
      "ai.response.text": "a",
      "ai.usage.inputTokens": 100,
      "ai.usage.outputTokens": 50,
      "ai.usage.cachedInputTokens": 40,
      "ai.usage.reasoningTokens": 20,
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 50,
    },
    gives: {
      type: "GENERATION",
      input: json([message("user", "q")]),
      output: "a",
      usageDetails: { input: 60, input_cached_tokens: 40, output: 30, output_reasoning_tokens: 20, total: 150 },
    },
  },
  {
    producer: "AI SDK tool with a tracer of the application",
    scope: "opencode",
    attributes: {
      "ai.operationId": "ai.toolCall",
      "ai.toolCall.name": "bash",
      "ai.toolCall.args": '{"a":1}',
      "ai.toolCall.result": '"hi"',
    },
    gives: { type: "TOOL", name: "bash", input: '{"a":1}', output: '"hi"' },
  },
  {
    producer: "Haystack: a generator",
    name: "haystack.component.run",
    attributes: {
      "haystack.component.name": "llm",
      "haystack.component.type": "OpenAIChatGenerator",
      "haystack.component.input": json({ messages: [{ role: "user", content: [{ text: "q" }] }] }),
      "haystack.component.output": json({
        replies: [
          {
            role: "assistant",
            meta: { model: "gpt-4o-mini", usage: { prompt_tokens: 100, completion_tokens: 50 } },
            content: [{ text: "a" }],
          },
        ],
      }),
    },
    gives: {
      name: "llm",
      type: "GENERATION",
      providedModelName: "gpt-4o-mini",
      usageDetails: { input: 100, output: 50, total: 150 },
      input: json({ messages: [{ role: "user", content: [{ text: "q" }] }] }),
      output: expect.stringContaining('"replies"'),
    },
  },
  ...Object.entries({ InMemoryBM25Retriever: "RETRIEVER", OpenAITextEmbedder: "EMBEDDING", PromptBuilder: "SPAN" }).map(
    ([component, type]): Row => ({
      producer: `Haystack: ${component}`,
      attributes: {
        "haystack.component.name": "c",
        "haystack.component.type": component,
        "haystack.component.input": "{}",
      },
      gives: { name: "c", type, input: "{}" },
    }),
  ),
  {
    producer: "Haystack: a pipeline",
    attributes: { "haystack.pipeline.input_data": '{"q":1}', "haystack.pipeline.output_data": '{"a":1}' },
    gives: { input: '{"q":1}', output: '{"a":1}' },
  },
  {
    producer: "Haystack: a tool of an agent",
    attributes: {
      "haystack.tool.name": "lookup",
      "haystack.agent.step.tool.input": "{}",
      "haystack.agent.step.tool.output": "3",
    },
    gives: { name: "lookup", type: "TOOL", input: "{}", output: "3" },
  },
  {
    producer: "Langfuse's own SDK",
    scope: "langfuse-sdk",
    attributes: {
      "langfuse.observation.type": "generation",
      "langfuse.observation.input": "i",
      "langfuse.observation.output": "o",
      "langfuse.observation.model.name": "gpt-4o-mini",
      "langfuse.observation.usage_details": '{"input":100,"output":50}',
      "langfuse.observation.metadata.plan": '"pro"',
      "langfuse.observation.level": "WARNING",
      "langfuse.trace.name": "t",
      "langfuse.trace.tags": ["a"],
      "langfuse.environment": "staging",
      "user.id": "u1",
      "session.id": "s1",
    },
    gives: {
      type: "GENERATION",
      input: "i",
      output: "o",
      providedModelName: "gpt-4o-mini",
      usageDetails: { input: 100, output: 50, total: 150 },
      metadata: expect.objectContaining({ plan: "pro" }),
      level: "WARNING",
      traceName: "t",
      tags: ["a"],
      environment: "staging",
      userId: "u1",
      sessionId: "s1",
    },
  },
  {
    producer: "openlit: a call that names the tool it asks for",
    name: "chat gpt-4o-mini",
    attributes: { ...chat, "gen_ai.request.model": "gpt-4o-mini", "gen_ai.tool.name": "lookup" },
    gives: { type: "GENERATION", name: "chat gpt-4o-mini" },
  },
  {
    producer: "openlit: first token in seconds",
    attributes: { ...chat, "gen_ai.server.time_to_first_token": 0.25 },
    gives: { timeToFirstToken: 0.25 },
  },
  {
    producer: "@ai-sdk/otel: first token",
    attributes: { ...chat, "gen_ai.client.operation.time_to_first_chunk": 0.25 },
    gives: { timeToFirstToken: 0.25 },
  },
  {
    producer: "LiveKit: first token",
    attributes: { ...chat, "lk.response.ttft": 0.25 },
    gives: { timeToFirstToken: 0.25 },
  },
  {
    producer: "LiveKit: a turn",
    scope: "livekit-agents",
    name: "agent_turn",
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "lk.pii.user_input": "question",
      "lk.pii.response.text": "answer",
    },
    gives: { type: "AGENT", input: "question", output: "answer" },
  },
  ...Object.entries({ llm_node: "SPAN", llm_request: "GENERATION", llm_request_run: "SPAN" }).map(
    ([name, type]): Row => ({
      producer: `LiveKit: ${name}`,
      scope: "livekit-agents",
      name,
      attributes: {
        ...(name === "llm_request" && chat),
        "gen_ai.request.model": "gpt-4o-mini",
        "gen_ai.usage.input_tokens": 5,
      },
      gives: { type, usageDetails: type === "SPAN" ? {} : { input: 5, total: 5 } },
    }),
  ),
  {
    producer: "Traceloop: session and user",
    attributes: {
      "traceloop.association.properties.session_id": "s1",
      "traceloop.association.properties.user_id": "u1",
      "gen_ai.task.input": "i",
      "gen_ai.task.output": "o",
    },
    gives: { sessionId: "s1", userId: "u1", input: "i", output: "o" },
  },
  {
    producer: "Strands and logfire: tags",
    attributes: { tags: ["a"] },
    gives: { tags: ["a"] },
  },
  { producer: "logfire: tags", attributes: { "logfire.tags": ["a"] }, gives: { tags: ["a"] } },
  ...(
    [
      [5, "DEBUG"],
      [9, "DEFAULT"],
      [13, "WARNING"],
      [17, "ERROR"],
    ] as const
  ).map(([number, level]): Row => ({
    producer: `logfire: level ${number}`,
    attributes: { "logfire.msg": "careful", "logfire.level_num": number },
    gives: { name: "careful", level },
  })),
  {
    producer: "logfire: the request of a streamed call",
    scope: "logfire.openai",
    attributes: {
      ...chat,
      "logfire.span_type": "span",
      "gen_ai.response.model": "m",
      "gen_ai.input.messages": json(question),
    },
    gives: { type: "SPAN", input: json(question), usageDetails: {} },
  },
  {
    producer: "logfire: the answer of a streamed call",
    scope: "logfire.openai",
    attributes: {
      ...chat,
      "logfire.span_type": "log",
      "gen_ai.output.messages": json(answer),
      "gen_ai.usage.input_tokens": 5,
    },
    gives: { type: "GENERATION", output: json(answer), usageDetails: { input: 5, total: 5 } },
  },
  {
    producer: "logfire: a whole call",
    scope: "logfire.openai",
    attributes: { ...chat, "logfire.span_type": "span", "gen_ai.response.id": "r" },
    gives: { type: "GENERATION" },
  },
  {
    producer: "logfire: a failed call",
    scope: "logfire.openai",
    attributes: { ...chat, "logfire.span_type": "span" },
    status: { code: 2 },
    gives: { type: "GENERATION", level: "ERROR" },
  },
  {
    producer: "Pydantic AI: an embedding",
    scope: "pydantic-ai",
    attributes: { "gen_ai.operation.name": "embeddings", inputs: '["q"]', embeddings: "[[0.1]]" },
    gives: {
      type: "EMBEDDING",
      input: '["q"]',
    },
    lacks: "attributes.embeddings",
  },
  ...["hidden_params", "logfire.json_schema", "mastra.metadata.body", "model_request_parameters"].map((name): Row => ({
    producer: `${name}, which repeats what is elsewhere`,
    attributes: { ...chat, [name]: '{"a":1}' },
    gives: { type: "GENERATION" },
    lacks: `attributes.${name}`,
  })),
  {
    producer: "Gemini CLI: the name of a prompt, which hides no messages",
    attributes: {
      ...chat,
      "gen_ai.prompt.name": "greeting",
      "gen_ai.input.messages": json(question),
      "gen_ai.output.messages": json(answer),
    },
    gives: { input: json(question), output: json(answer) },
  },
  {
    producer: "Codex: a step that names a model",
    name: "get_model_info",
    attributes: { model: "gpt-5.4", "code.file.path": "a.rs" },
    gives: { type: "SPAN", providedModelName: null },
  },
  {
    producer: "Codex: the call of a model",
    name: "model_client.stream_responses_api",
    attributes: { model: "gpt-5.4", wire_api: "responses" },
    gives: { type: "GENERATION", providedModelName: "gpt-5.4" },
  },
];

test.each(ROWS)("$producer", async ({ scope, name, attributes = {}, events = [], status, gives, lacks }) => {
  const span = { ...(name && { name }), ...(status && { status }), attributes, events };
  const observation = await mapped(span, scope ?? "example");
  expect(observation).toMatchObject(gives);
  expect(Object.keys(observation["metadata"] as object)).not.toContain(lacks ?? "attributes.gen_ai.input.messages");
});

test.each<[producer: string, span: TestSpan, tool: string]>([
  [
    "Strands, in Bedrock's words",
    { events: [{ name: "gen_ai.choice", attributes: { message: '[{"toolUse":{"name":"t1","input":{}}}]' } }] },
    "t1",
  ],
  ["Genkit", { attributes: { output: '{"content":[{"toolRequest":{"name":"t2"}}]}' } }, "t2"],
  [
    "OpenInference",
    { attributes: { "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "t3" } },
    "t3",
  ],
])("called tools of %s", async (_, span, tool) => {
  await mapped(span, "example");
  expect(await matching({ type: "arrayOptions", column: "calledToolNames", operator: "any of", value: [tool] })).toBe(
    1,
  );
});

test("environment and release in the resource of the Langfuse SDK for Python", async () => {
  const resource = { "langfuse.environment": "staging", "langfuse.release": "1.2.3", "svc.environment": "production" };
  const { environment, release } = await mapped({ attributes: {} }, "langfuse-sdk", { resource });
  expect({ environment, release }).toEqual({ environment: "production", release: "1.2.3" });
  delete (resource as Record<string, string>)["svc.environment"];
  expect(await mapped({ attributes: {} }, "langfuse-sdk", { resource })).toMatchObject({ environment: "staging" });
});
