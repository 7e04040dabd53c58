import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import type { TestSpan } from "../../support/server/otlp-calls.ts";
import { mapped } from "./mapped-observation.ts";

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
    ["OpenInference RERANKER", { attributes: { "openinference.span.kind": "RERANKER" } }, "x", "RETRIEVER"],
    ["OpenInference of an unknown kind", { attributes: { "openinference.span.kind": "PROMPT" } }, "x", "SPAN"],
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
    ...[svc.OBSERVATION_MODEL, "gen_ai.request.model", "gen_ai.response.model", "llm.model_name"].map(
      (name): [string, TestSpan, string, string] => [
        `model in ${name}`,
        { attributes: { [name]: "m" } },
        "x",
        "GENERATION",
      ],
    ),
    ["a model without a convention", { attributes: { model: "m" } }, "x", "SPAN"],
    ["a model beside a convention", { attributes: { model: "m", "llm.request.type": "chat" } }, "x", "GENERATION"],
    ["Traceloop tool", { attributes: { "traceloop.span.kind": "tool" } }, "x", "TOOL"],
    ["Traceloop agent", { attributes: { "traceloop.span.kind": "agent" } }, "x", "AGENT"],
    ["Traceloop workflow", { attributes: { "traceloop.span.kind": "workflow" } }, "x", "SPAN"],
    ["nothing known", { attributes: { "http.method": "GET" } }, "x", "SPAN"],
  ])("%s", async (_, span, scope, type) => {
    expect(await mapped(span, scope)).toMatchObject({ type });
  });
});
