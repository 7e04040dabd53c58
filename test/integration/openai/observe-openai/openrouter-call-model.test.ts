import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeOpenRouter } from "@svc/openai/openrouter";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ObservedPackage } from "../../../support/application/observed-package.ts";
import { attributesOf } from "../../../support/otlp/exported-attributes.ts";

interface Client {
  callModel(request: object): { getText(): Promise<string> };
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  completed_at: 1,
  model: "openai/gpt-5-mini-2025-08-07",
  status: "completed",
  output: [
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Hi", annotations: [] }],
    },
  ],
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  parallel_tool_calls: true,
  presence_penalty: 0,
  frequency_penalty: 0,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: 3,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 4,
  },
};

describe.each([
  ["openrouter-1", "@openrouter/sdk"],
  ["openrouter-agent-0", "@openrouter/agent"],
])("callModel of %s", (installation, name) => {
  let [OpenRouter, found]: [ClientClass, ObservedPackage] = [] as never;
  beforeAll(async () => {
    found = await ObservedPackage.start(installation, ANSWER);
    ({ OpenRouter } = found.load(name) as { OpenRouter: ClientClass });
  }, 120_000);
  afterAll(() => found.stop());

  it("is recorded only for the observed client, with its configuration", async () => {
    const clientOf = (): Client => new OpenRouter({ apiKey: "k", serverURL: found.url });
    const observed = clientOf();
    expect(observeOpenRouter(observed, { generationName: "greeting", userId: "u1" })).toBe(observed);
    const request = { model: "openai/gpt-5-mini", input: "Hello", temperature: 0.5 };
    expect(await clientOf().callModel(request).getText()).toBe("Hi");
    expect(await observed.callModel(request).getText()).toBe("Hi");
    expect(await clientOf().callModel(request).getText()).toBe("Hi");
    const spans = await found.spans();

    expect(spans.map((span) => span.name)).toEqual(["greeting", "callModel"]);
    const [generation, agent] = spans as [(typeof spans)[number], (typeof spans)[number]];
    expect(generation.parentSpanId).toEqual(agent.spanId);
    expect(attributesOf(agent)).toMatchObject({
      [A.OBSERVATION_TYPE]: "agent",
      [A.OBSERVATION_INPUT]: "Hello",
      [A.TRACE_USER_ID]: "u1",
    });
    expect(attributesOf(generation)).toMatchObject({
      [A.OBSERVATION_TYPE]: "generation",
      [A.OBSERVATION_INPUT]: "Hello",
      [A.TRACE_USER_ID]: "u1",
      "gen_ai.provider.name": "openrouter",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.response.model": "openai/gpt-5-mini-2025-08-07",
      "gen_ai.usage.input_tokens": 3,
    });
  });
});
