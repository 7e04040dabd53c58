import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import {
  AUTHORIZATION,
  type TestExport,
  type TestSpan,
  type Value,
  observation,
  send,
} from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

async function mapped(span: TestSpan, more: Partial<TestExport> = {}): Promise<Record<string, unknown>> {
  await send(server, { spans: [span], ...more });
  return observation(server);
}

const of = async (attributes: Record<string, Value>): Promise<Record<string, unknown>> => mapped({ attributes });

describe("fields", () => {
  test.each<[Record<string, Value>, Record<string, unknown>]>([
    [
      {},
      { name: "work", type: "SPAN", level: "DEFAULT", environment: "default", latency: 1.5, timeToFirstToken: null },
    ],
    [{}, { parentObservationId: null, isRootObservation: true, traceName: "work", tags: [], public: false }],
    [{}, { modelId: null, inputPrice: null, outputPrice: null, totalPrice: null, bookmarked: false, promptId: null }],
    [{ "gen_ai.tool.name": "search" }, { name: "search", type: "TOOL" }],
    [
      { [svc.TRACE_NAME]: "t", [svc.RELEASE]: "r", [svc.VERSION]: "v" },
      { traceName: "t", release: "r", version: "v" },
    ],
    [{ [svc.COMPAT_USER_ID]: "a", "user.id": "b" }, { userId: "a" }],
    [{ "user.id": "b", "svc.observation.metadata.svc_user_id": '"c"' }, { userId: "b" }],
    [{ "svc.observation.metadata.svc_user_id": '"c"', "svc.trace.metadata.svc_user_id": '"d"' }, { userId: "c" }],
    [{ "svc.trace.metadata.svc_session_id": '"d"' }, { sessionId: "d" }],
    [{ "session.id": "s", "gen_ai.conversation.id": "c" }, { sessionId: "s" }],
    [{ "gen_ai.conversation.id": "c" }, { sessionId: "c" }],
    [{ [svc.TRACE_TAGS]: ["a", "b"] }, { tags: ["a", "b"] }],
    [{ [svc.TRACE_TAGS]: '["a","b"]' }, { tags: ["a", "b"] }],
    [{ "svc.tags": "a, b" }, { tags: ["a", "b"] }],
    [{ "svc.trace.metadata.svc_tags": '["a"]' }, { tags: ["a"] }],
    [{ [svc.TRACE_PUBLIC]: true }, { public: true }],
    [{ "svc.public": "true" }, { public: true }],
    [{ [svc.OBSERVATION_STATUS_MESSAGE]: "m" }, { statusMessage: "m" }],
    [
      { [svc.OBSERVATION_MODEL]: "a", "gen_ai.response.model": "b" },
      { providedModelName: "a", type: "GENERATION" },
    ],
    [{ "gen_ai.request.model": "c", "gen_ai.response.model": "b" }, { providedModelName: "b" }],
    [{ "gen_ai.request.model": "c", "gen_ai.operation.name": "invoke_agent" }, { providedModelName: null }],
    [
      { [svc.OBSERVATION_MODEL_PARAMETERS]: '{"temperature":0.5,"stop":["a"],"mode":"x"}' },
      { modelParameters: { temperature: 0.5, stop: '["a"]', mode: "x" } },
    ],
    [
      { "gen_ai.request.model": "m", "gen_ai.request.max_tokens": 5, "gen_ai.request.top_p": 0.5 },
      { modelParameters: { max_tokens: 5, top_p: 0.5 } },
    ],
    [
      { [svc.OBSERVATION_COMPLETION_START_TIME]: "2026-11-01T10:00:00.250Z" },
      { completionStartTime: "2026-11-01T10:00:00.250Z", timeToFirstToken: 0.25 },
    ],
    [
      { [svc.OBSERVATION_COMPLETION_START_TIME]: '"2026-11-01T10:00:00.250Z"' },
      { completionStartTime: "2026-11-01T10:00:00.250Z" },
    ],
    [{ [svc.OBSERVATION_COMPLETION_START_TIME]: "soon" }, { completionStartTime: null }],
    [
      { [svc.OBSERVATION_TYPE]: "generation", [svc.OBSERVATION_PROMPT_NAME]: "p", [svc.OBSERVATION_PROMPT_VERSION]: 3 },
      { promptName: "p", promptVersion: 3 },
    ],
    [
      { [svc.OBSERVATION_PROMPT_NAME]: "p", [svc.OBSERVATION_PROMPT_VERSION]: 3 },
      { promptName: null, promptVersion: null },
    ],
  ])("%j gives %j", async (attributes, expected) => {
    expect(await of(attributes)).toMatchObject(expected);
  });

  test.each([
    [{ "service.version": "1.2" }, { version: "1.2" }],
    [{ [svc.RELEASE]: "r" }, { release: "r" }],
  ])("from the resource: %j", async (resource, expected) => {
    expect(await mapped({}, { resource })).toMatchObject(expected);
  });

  test("fields of a child span", async () => {
    const parentSpanId = "00f067aa0ba902b7";
    expect(await mapped({ parentSpanId })).toMatchObject({
      parentObservationId: parentSpanId,
      isRootObservation: false,
      traceName: null,
    });
    expect(await mapped({ parentSpanId, attributes: { [svc.IS_APP_ROOT]: true } })).toMatchObject({
      parentObservationId: parentSpanId,
      isRootObservation: true,
    });
  });
});

describe("level", () => {
  test.each([
    [undefined, 2, "ERROR"],
    [undefined, 1, "DEFAULT"],
    ["DEBUG", 2, "DEBUG"],
    ["trace", 0, "DEBUG"],
    ["Verbose", 0, "DEBUG"],
    ["info", 2, "DEFAULT"],
    ["ok", 0, "DEFAULT"],
    [" warn ", 0, "WARNING"],
    ["WARNING", 0, "WARNING"],
    ["fatal", 0, "ERROR"],
    ["CRITICAL", 0, "ERROR"],
    ["loud", 0, "DEFAULT"],
    ["loud", 2, "ERROR"],
  ])("written %s, status code %i: %s", async (written, code, level) => {
    const attributes = written === undefined ? {} : { [svc.OBSERVATION_LEVEL]: written };
    const record = await mapped({ attributes, status: { code, message: "why" } });
    expect(record).toMatchObject({ level, statusMessage: "why" });
  });
});

describe("environment", () => {
  const { ENVIRONMENT } = svc;
  test.each<[attributes: Record<string, Value>, resource: Record<string, Value>, environment: string]>([
    [{ [ENVIRONMENT]: "span" }, { [ENVIRONMENT]: "resource" }, "span"],
    [{ "deployment.environment.name": "span" }, { [ENVIRONMENT]: "resource" }, "resource"],
    [{ "deployment.environment": "old" }, { "deployment.environment.name": "new" }, "new"],
    [{}, { "deployment.environment": "old" }, "old"],
    [{ [ENVIRONMENT]: "Production" }, {}, "production"],
    [{ [ENVIRONMENT]: "svc-eval" }, {}, "eval"],
    [{ [ENVIRONMENT]: "svc_svc-eval" }, {}, "eval"],
    [{ [ENVIRONMENT]: "svc" }, {}, "default"],
    [{ [ENVIRONMENT]: "two words" }, {}, "default"],
    [{ [ENVIRONMENT]: "e".repeat(50) }, {}, "e".repeat(40)],
  ])("span %j, resource %j: %s", async (attributes, resource, environment) => {
    expect((await mapped({ attributes }, { resource }))["environment"]).toBe(environment);
  });
});

describe("type", () => {
  const types = "span generation event embedding agent tool chain retriever guardrail evaluator".split(" ");
  test.each<[Record<string, Value>, string]>([
    ...types.map((type): [Record<string, Value>, string] => [{ [svc.OBSERVATION_TYPE]: type }, type.toUpperCase()]),
    [{ [svc.OBSERVATION_TYPE]: "Tool" }, "SPAN"],
    [{ [svc.OBSERVATION_TYPE]: "other", "gen_ai.operation.name": "chat" }, "GENERATION"],
    ...["chat", "completion", "text_completion", "generate_content", "generate"].map(
      (name): [Record<string, Value>, string] => [{ "gen_ai.operation.name": name }, "GENERATION"],
    ),
    [{ "gen_ai.operation.name": "embeddings" }, "EMBEDDING"],
    [{ "gen_ai.operation.name": "invoke_agent" }, "AGENT"],
    [{ "gen_ai.operation.name": "create_agent" }, "AGENT"],
    [{ "gen_ai.operation.name": "execute_tool" }, "TOOL"],
    [{ "gen_ai.operation.name": "unheard", "gen_ai.request.model": "m" }, "GENERATION"],
    [{ "gen_ai.tool.call.id": "c", "gen_ai.request.model": "m" }, "TOOL"],
    [{ "gen_ai.response.model": "m" }, "GENERATION"],
    [{ [svc.OBSERVATION_TYPE]: "span", [svc.OBSERVATION_MODEL]: "m" }, "SPAN"],
  ])("%j gives %s", async (attributes, type) => {
    expect((await of(attributes))["type"]).toBe(type);
  });

  test.each([
    ["3.3.1", "python", "GENERATION"],
    ["3.4.0", "python", "SPAN"],
    ["3.3.1", "nodejs", "SPAN"],
  ])("a span with a model from SDK %s for %s is %s", async (version, language, type) => {
    const attributes = { [svc.OBSERVATION_TYPE]: "span", [svc.OBSERVATION_MODEL]: "m" };
    const resource = { "telemetry.sdk.language": language };
    const record = await mapped({ attributes }, { scope: { name: "svc-sdk", version }, resource });
    expect(record["type"]).toBe(type);
  });
});

describe("input and output", () => {
  test.each<[string, TestSpan, unknown, unknown]>([
    ["none", {}, null, null],
    [
      "svc attributes first, each from where it stands",
      {
        attributes: {
          [svc.OBSERVATION_INPUT]: "plain",
          "gen_ai.input.messages": "[]",
          "gen_ai.output.messages": "[]",
        },
      },
      "plain",
      "[]",
    ],
    ["JSON stays text", { attributes: { [svc.OBSERVATION_OUTPUT]: '{ "a": 1 }' } }, null, '{ "a": 1 }'],
    [
      "events",
      {
        events: [
          { name: "gen_ai.system.message", attributes: { content: "be kind" } },
          { name: "gen_ai.user.message", attributes: { content: "7" } },
          { name: "unrelated" },
          { name: "gen_ai.choice", attributes: { index: 0, message: '{"content":"hi"}' } },
        ],
      },
      '[{"role":"system","content":"be kind"},{"role":"user","content":"7"}]',
      '{"index":0,"message":{"content":"hi"}}',
    ],
    [
      "several choices",
      {
        events: [
          { name: "gen_ai.choice", attributes: { index: 0 } },
          { name: "gen_ai.choice", attributes: { index: 1 } },
        ],
      },
      null,
      '[{"index":0},{"index":1}]',
    ],
    [
      "flattened prompt and completion",
      {
        attributes: {
          "gen_ai.prompt.0.role": "user",
          "gen_ai.prompt.0.content": "hi",
          "gen_ai.prompt.1.role": "tool",
          "gen_ai.completion.0.content": "ho",
          "gen_ai.completion.0.__proto__.evil": "x",
        },
      },
      '[{"role":"user","content":"hi"},{"role":"tool"}]',
      '[{"content":"ho"}]',
    ],
    [
      "leaves no hole before an index",
      { attributes: { "gen_ai.prompt.99999999.role": "far", "gen_ai.prompt.0.role": "user" } },
      '[{"role":"user"},{"role":"far"}]',
      null,
    ],
    [
      "llm messages",
      {
        attributes: { "llm.input_messages.0.message.role": "user", "llm.output_messages.0.message.role": "assistant" },
      },
      '[{"role":"user"}]',
      '[{"role":"assistant"}]',
    ],
    [
      "unchanged messages",
      { attributes: { "gen_ai.input.messages": '[{"role":"user"}]', "gen_ai.output.messages": "[]" } },
      '[{"role":"user"}]',
      "[]",
    ],
    [
      "system instructions before the messages",
      {
        attributes: {
          "gen_ai.system_instructions": '[{"type":"text","content":"be kind"}]',
          "gen_ai.input.messages": '[{"role":"user"}]',
        },
      },
      '[{"role":"system","parts":[{"type":"text","content":"be kind"}]},{"role":"user"}]',
      null,
    ],
    [
      "tool call",
      { attributes: { "gen_ai.tool.call.arguments": '{"q":1}', "gen_ai.tool.call.result": "found" } },
      '{"q":1}',
      "found",
    ],
  ])("%s", async (_, span, input, output) => {
    expect(await mapped(span)).toMatchObject({ input, output });
  });

  test("replaces NUL in text with the replacement character", async () => {
    expect((await of({ [svc.OBSERVATION_INPUT]: "a\0b 🚀" }))["input"]).toBe("a\uFFFDb 🚀");
  });
});

const ownUsage = (usage: unknown): Record<string, Value> => ({
  [svc.OBSERVATION_USAGE_DETAILS]: typeof usage === "string" ? usage : JSON.stringify(usage),
});
const genAi = (usage: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(usage).map(([key, value]) => [`gen_ai.usage.${key}`, value]));

describe("usage", () => {
  test.each<[Record<string, Value>, Record<string, number>]>([
    [{}, {}],
    [ownUsage({ input: 2, output: 3 }), { input: 2, output: 3, total: 5 }],
    [ownUsage({ input: 2, total: 9 }), { input: 2, total: 9 }],
    [ownUsage({ a: 1, b: "2", c: -1, d: 1.5, e: "x", f: null, g: {} }), { a: 1, b: 2, total: 3 }],
    [ownUsage([1]), {}],
    [
      { ...ownUsage("no json"), ...genAi({ input_tokens: 4 }) },
      { input: 4, total: 4 },
    ],
    [
      ownUsage({
        prompt_tokens: 10,
        completion_tokens: 8,
        total_tokens: 18,
        prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 3 },
      }),
      {
        input: 6,
        output: 5,
        total: 18,
        input_cached_tokens: 4,
        output_reasoning_tokens: 3,
      },
    ],
    [
      ownUsage({ input_tokens: 10, output_tokens: 8, total_tokens: 18, input_tokens_details: { cached_tokens: 11 } }),
      { input: 0, output: 8, total: 18, input_cached_tokens: 10 },
    ],
    [ownUsage({ prompt_tokens: 7, total_tokens: 7 }), { input: 7, total: 7 }],
    [genAi({ input_tokens: 10, output_tokens: 5 }), { input: 10, output: 5, total: 15 }],
    [genAi({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 16 }), { input: 10, output: 5, total: 16 }],
    [
      genAi({ "cache_read.input_tokens": 4, "cache_creation.input_tokens": 1, input_tokens: 10, output_tokens: 5 }),
      { input: 5, output: 5, input_cached_tokens: 4, input_cache_creation: 1, total: 15 },
    ],
    [
      genAi({ "cache_read.input_tokens": 30, "cache_write.input_tokens": 5, input_tokens: 155, output_tokens: 5 }),
      { input: 120, output: 5, input_cached_tokens: 30, input_cache_creation: 5, total: 160 },
    ],
    [
      genAi({ "cache_write.input_tokens": 5, "cache_creation.input_tokens": 5, input_tokens: 10 }),
      { input: 5, input_cache_creation: 5, total: 10 },
    ],
    [
      {
        ...genAi({ "cache_write.input_tokens": 5, input_tokens: 155 }),
        "anthropic.usage.cache_creation.ephemeral_5m_input_tokens": 3,
        "anthropic.usage.cache_creation.ephemeral_1h_input_tokens": 2,
      },
      { input: 150, input_cache_creation: 3, input_cache_creation_1h: 2, total: 155 },
    ],
    [
      genAi({
        ephemeral_1h_input_tokens: 2,
        ephemeral_5m_input_tokens: 3,
        cache_creation_input_tokens: 5,
        input_tokens: 9,
      }),
      { input: 4, input_cache_creation: 3, input_cache_creation_1h: 2, total: 9 },
    ],
    [genAi({ ephemeral_1h_input_tokens: 2, input_tokens: 9 }), { input: 7, input_cache_creation_1h: 2, total: 9 }],
    [
      genAi({ output_tokens: 5, "details.reasoning_tokens": 2, audio_tokens: 1 }),
      { output: 2, output_reasoning_tokens: 2, output_audio_tokens: 1, total: 5 },
    ],
    [genAi({ "details.accepted": 2, cost: 5 }), {}],
    [
      { "llm.token_count.prompt": 3, "llm.token_count.completion": 4, "llm.token_count.total": 7 },
      { input: 3, output: 4, total: 7 },
    ],
    [{ ...genAi({ input_tokens: 4 }), "gen_ai.operation.name": "invoke_agent" }, {}],
  ])("%j gives %j", async (attributes, usageDetails) => {
    expect((await of(attributes))["usageDetails"]).toEqual(usageDetails);
  });
});

const ownCost = (costs: unknown): Record<string, Value> => ({ [svc.OBSERVATION_COST_DETAILS]: JSON.stringify(costs) });

describe("cost", () => {
  test.each<[Record<string, Value>, Record<string, number>, number | null]>([
    [{}, {}, null],
    [ownCost({ total: 1.5, input: 9 }), { total: 1.5, input: 9 }, 1.5],
    [ownCost({ input: 0.5, output: 0.25 }), { input: 0.5, output: 0.25 }, 0.75],
    [ownCost({ input: 0.5, cache: 0.25 }), { input: 0.5, cache: 0.25 }, null],
    [ownCost({ input: "0.5", output: -1 }), { input: 0.5 }, 0.5],
    [{ "gen_ai.usage.cost": 0.125, "llm.cost.total": 9 }, { total: 0.125 }, 0.125],
    [{ "llm.cost.total": 0.5 }, { total: 0.5 }, 0.5],
    [{ ...ownCost({ total: 2 }), "gen_ai.usage.cost": 1 }, { total: 2 }, 2],
    [{ "gen_ai.usage.cost": 1, "gen_ai.operation.name": "invoke_agent" }, {}, null],
  ])("%j gives %j, in total %s", async (attributes, costDetails, totalCost) => {
    expect(await of(attributes)).toMatchObject({ costDetails, totalCost });
  });
});

test("links the prompt of a generation once it exists", async () => {
  const attributes = {
    [svc.OBSERVATION_TYPE]: "generation",
    [svc.OBSERVATION_PROMPT_NAME]: "greeting",
    [svc.OBSERVATION_PROMPT_VERSION]: 1,
  };
  expect(await of(attributes)).toMatchObject({ promptName: "greeting", promptVersion: 1, promptId: null });
  const response = await fetch(`${server.url}/api/public/v2/prompts`, {
    method: "POST",
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    body: JSON.stringify({ name: "greeting", type: "text", prompt: "Hello" }),
  });
  const { id } = (await response.json()) as { id: string };
  expect(await observation(server)).toMatchObject({ promptId: id });
  expect(id).toBeTypeOf("string");
});
