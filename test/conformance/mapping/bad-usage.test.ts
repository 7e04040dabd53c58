import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import type { Value } from "../../support/server/otlp-calls.ts";
import { type Attributes, of } from "./mapped-observation.ts";

const ENORMOUS = 1e300;

/** Values that are no amounts, as an attribute and in the text of the problem. */
const VALUES: ReadonlyArray<readonly [kind: string, value: Value, text: string]> = [
  ["negative", -1, "-1"],
  ["NaN", Number.NaN, "NaN"],
  ["a fraction", 1.5, "1.5"],
  ["enormous", ENORMOUS, "1e+300"],
  ["a text", "many", "many"],
  ["an array", [1], "[1]"],
];

/** Ways to report an input of this value and an output of two tokens: the scope, the name of the input, and the attributes. */
const DOORS: ReadonlyArray<readonly [door: string, scope: string, name: string, input: (value: Value) => Attributes]> =
  [
    [
      "the conventions",
      "x",
      "input_tokens",
      (value) => ({ "gen_ai.usage.input_tokens": value, "gen_ai.usage.output_tokens": 2 }),
    ],
    ["OpenInference", "x", "prompt", (value) => ({ "llm.token_count.prompt": value, "llm.token_count.completion": 2 })],
    ["the AI SDK", "ai", "inputTokens", (value) => ({ "ai.usage.inputTokens": value, "ai.usage.outputTokens": 2 })],
    [
      "Claude Code",
      "com.anthropic.claude_code.tracing",
      "input",
      (value) => ({ input_tokens: value, output_tokens: 2 }),
    ],
  ];

const MODEL = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o-mini" };

/** Attributes whose values are JSON text with a usage. */
const JSON_DOORS: ReadonlyArray<readonly [door: string, scope: string, attributes: (usage: string) => Attributes]> = [
  ["usageDetails", "svc-sdk", (usage) => ({ [svc.OBSERVATION_USAGE_DETAILS]: usage })],
  ["Genkit", "genkit-tracer", (usage) => ({ "genkit:output": `{"usage":${usage}}` })],
  ["LangSmith", "langsmith", (usage) => ({ "langsmith.metadata.usage_metadata": usage })],
  ["MLflow", "mlflow", (usage) => ({ "mlflow.spanType": '"LLM"', "mlflow.chat.tokenUsage": usage })],
];

/** Usages in JSON text that cannot be, and what they become. */
const USAGES: ReadonlyArray<readonly [kind: string, usage: string, kinds: Record<string, number>, problem: string]> = [
  ["a negative amount", '{"input_tokens":-1,"output_tokens":2}', { output: 2, total: 2 }, "-1"],
  ["a text", '{"input_tokens":"many","output_tokens":2}', { output: 2, total: 2 }, "many"],
  ["an array", '{"input_tokens":[1],"output_tokens":2}', { output: 2, total: 2 }, "[1]"],
  ["nested objects", '{"input_tokens":{"of":{"a":1}},"output_tokens":2}', { output: 2, total: 2 }, '{"of":{"a":1}}'],
  ["an enormous amount", '{"input_tokens":1e300,"output_tokens":2}', { output: 2, total: 2 }, "1e+300"],
  ["nothing right", '{"input_tokens":"many"}', {}, "many"],
  [
    "a total less than its parts",
    '{"input_tokens":10,"output_tokens":2,"total_tokens":3}',
    { input: 10, output: 2, total: 12 },
    "total 3 is less than the sum 12",
  ],
];

/** Returns what the service makes of a call's usage. */
async function usageOf(attributes: Attributes, scope: string): Promise<Record<string, unknown>> {
  const { usageDetails, costDetails, totalCost, metadata } = await of({ ...MODEL, ...attributes }, scope);
  return { usageDetails, costDetails, totalCost, problems: (metadata as Record<string, unknown>)["svc_problems"] };
}

const NO_COST = { costDetails: {}, totalCost: null };

describe.each(DOORS)("an amount through %s", (_door, scope, name, input) => {
  test.each(VALUES)("that is %s is reported as it was, and has no price", async (_kind, value, text) => {
    expect(await usageOf(input(value), scope)).toEqual({
      ...NO_COST,
      usageDetails: { output: 2, total: 2 },
      problems: [`usage: ${name} is no amount and is left out: ${text}`],
    });
  });
});

describe.each(JSON_DOORS)("a usage through %s", (_door, scope, attributes) => {
  test.each(USAGES)("with %s is reported as it was, and has no price", async (_kind, usage, kinds, problem) => {
    expect(await usageOf(attributes(usage), scope)).toEqual({
      ...NO_COST,
      usageDetails: kinds,
      problems: [expect.stringContaining(problem)],
    });
  });
});

test("a cost that is stated is kept beside a wrong amount", async () => {
  const attributes = { ...MODEL, "gen_ai.usage.input_tokens": -1, "gen_ai.usage.cost": 0.5 };
  expect(await of(attributes, "x")).toMatchObject({ totalCost: 0.5 });
});

test("a usage that an SDK reports as wrong has no price", async () => {
  const attributes = {
    ...MODEL,
    [svc.OBSERVATION_USAGE_DETAILS]: '{"output":2,"total":2}',
    [`${svc.OBSERVATION_METADATA}.svc_problems`]: '["usage: input_tokens is no amount and is left out: -1"]',
  };
  expect(await of(attributes, "svc-sdk")).toMatchObject({ usageDetails: { output: 2 }, totalCost: null });
});
