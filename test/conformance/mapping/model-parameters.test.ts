import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import { type Attributes, of } from "./mapped-observation.ts";

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
