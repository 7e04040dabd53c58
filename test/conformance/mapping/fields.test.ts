import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import type { Value } from "../../support/server/otlp-calls.ts";
import { type Attributes, mapped, of } from "./mapped-observation.ts";

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
      ["genkit:name", "genkit", "genkit"],
      ["logfire.msg", "message", "message"],
      ["ai.toolCall.name", "call", "call"],
      ["ai.operationId", "ai.generateText", "ai.generateText"],
    ]),
  )("name from %s", async (_, attributes, name) => {
    expect(await of(attributes)).toMatchObject({ name });
  });

  test.each(
    sources([
      ["gen_ai.tool.name", "tool", "tool"],
      ["tool.name", "bare", "bare"],
      ["haystack.tool.name", "step", "step"],
      ["genkit:name", "genkit", "genkit"],
    ]),
  )("name of a tool from %s", async (_, attributes, name) => {
    expect(await of({ ...attributes, "gen_ai.operation.name": "execute_tool" })).toMatchObject({ name });
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
      ["embedding.model_name", "m7", "m7"],
      ["model", "m8", "m8"],
    ]),
  )("model from %s", async (_, attributes, providedModelName) => {
    expect(await of({ ...attributes, "openinference.span.kind": "LLM" })).toMatchObject({ providedModelName });
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

  test("an agent's span of this SDK keeps the usage and cost that are written on it", async () => {
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      [svc.OBSERVATION_TYPE]: "agent",
      [svc.OBSERVATION_USAGE_DETAILS]: '{"input":5}',
      [svc.OBSERVATION_COST_DETAILS]: '{"total":1}',
    };
    expect(await of(attributes, "svc-sdk")).toMatchObject({ usageDetails: { input: 5 }, totalCost: 1 });
  });

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
      ["traceloop.association.properties.user_id", "u6", "u6"],
      ["langsmith.metadata.user_id", "u7", "u7"],
      ["mastra.metadata.userId", "u8", "u8"],
      ["mastra.metadata.resourceId", "u9", "u9"],
      ["llm.user", "u10", "u10"],
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
      ["traceloop.association.properties.session_id", "s7", "s7"],
      ["langsmith.metadata.session_id", "s8", "s8"],
      ["langsmith.metadata.thread_id", "s9", "s9"],
      ["langsmith.metadata.conversation_id", "s10", "s10"],
      ["mastra.metadata.sessionId", "s11", "s11"],
      ["mastra.metadata.threadId", "s12", "s12"],
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
      ["mastra.tags", '["i"]', ["i"]],
      ["langsmith.span.tags", "j, k", ["j", "k"]],
      ["logfire.tags", ["l"], ["l"]],
      ["tags", ["m"], ["m"]],
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
