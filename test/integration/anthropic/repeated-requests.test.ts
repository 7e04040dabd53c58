import { SvcOtelSpanAttributes as A } from "@svc/core";
import { AnthropicInstrumentation } from "@svc/anthropic";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import type { AnthropicClient } from "./anthropic-client.ts";

interface AnthropicModule {
  readonly Anthropic: new (options: object) => AnthropicClient;
}

type Request = Readonly<Record<string, unknown>>;

const ANSWER = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 4 },
};

let found: ObservedPackage;
let client: AnthropicClient;
const instrumentation = new AnthropicInstrumentation();

beforeAll(async () => {
  found = await ObservedPackage.start("anthropic-1", ANSWER);
  const { Anthropic } = found.load("@anthropic-ai/sdk") as AnthropicModule;
  client = new Anthropic({ apiKey: "k", baseURL: found.url });
}, 120_000);
afterAll(async () => {
  instrumentation.disable();
  await found.stop();
});

/** Makes the calls one after the other, and returns the attributes of their observations. */
async function record(requests: readonly Request[]): Promise<Request[]> {
  const before = (await found.spans()).length;
  for (const request of requests) await client.messages.create(request);
  return (await found.spans()).slice(before).map((span) => attributesOf(span));
}

/** Returns what is recorded of a request, whatever requests came before. */
function expectedOf(request: Request): Request {
  const { model, max_tokens: maxTokens, temperature, metadata } = request;
  const input: Record<string, unknown> = {};
  for (const name of ["system", "messages", "tools"]) if (request[name] !== undefined) input[name] = request[name];
  const parameters: Record<string, unknown> = {};
  for (const name in request) {
    if (["max_tokens", "temperature", "metadata"].includes(name)) parameters[name] = request[name];
  }
  return {
    model,
    input: JSON.stringify(input),
    parameters: JSON.stringify(parameters),
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(metadata !== undefined && { metadata }),
  };
}

function recordedOf(attributes: Request, request: Request): Request {
  return {
    model: attributes["gen_ai.request.model"],
    input: attributes[A.OBSERVATION_INPUT],
    parameters: attributes[A.OBSERVATION_MODEL_PARAMETERS],
    maxTokens: attributes["gen_ai.request.max_tokens"],
    ...(attributes["gen_ai.request.temperature"] !== undefined && {
      temperature: attributes["gen_ai.request.temperature"],
    }),
    ...(request["metadata"] !== undefined && { metadata: request["metadata"] }),
  };
}

const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  model: fc.constantFrom("claude-haiku-4-5", "claude-test"),
  max_tokens: fc.constantFrom(10, 100),
  messages: fc.oneof(
    fc
      .constantFrom("Hello", 'a "quoted" word', "}],[{", "\\", "ü € 😀", "")
      .map((content) => [{ role: "user", content }]),
    fc.array(fc.record({ role: fc.constant("user"), content: fc.string({ unit: "grapheme" }) }), { maxLength: 3 }),
  ),
  system: fc.constantFrom(undefined, "Be brief.", 'Say "no".', [{ type: "text", text: "Be brief." }]),
  tools: fc.constantFrom(undefined, [{ name: "search", input_schema: { type: "object" } }]),
  temperature: fc.constantFrom(undefined, 0.5, 1),
  metadata: fc.constantFrom(undefined, { user_id: "a" }, { user_id: "b" }),
};

/** Requests that mostly repeat their settings: each has the settings of one before, in the same order or in another. */
const requests = fc
  .array(fc.tuple(fc.record(FIELDS), fc.shuffledSubarray(Object.keys(FIELDS), { minLength: 7 })), {
    minLength: 1,
    maxLength: 2,
  })
  .chain((settings) =>
    fc.array(fc.tuple(fc.nat(settings.length - 1), FIELDS["messages"]!), { minLength: 2, maxLength: 8 }).map((calls) =>
      calls.map(([place, messages]): Request => {
        const [fields, order] = settings[place]!;
        const all: Request = { ...fields, messages };
        return Object.fromEntries(order.map((name) => [name, all[name]]).filter(([, value]) => value !== undefined));
      }),
    ),
  );

it("records each of many requests with the same settings as it records one alone", async () => {
  const runs = Number(process.env["SVC_TEST_RUNS"] ?? 40);
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const recorded = await record(sent);
      expect(recorded.map((attributes, place) => recordedOf(attributes, sent[place]!))).toEqual(sent.map(expectedOf));
    }),
    { numRuns: Math.min(runs, 2_000) },
  );
});

it("takes the media out of the content of a repeated request", async () => {
  const image = (data: string): Request => ({
    model: "claude-haiku-4-5",
    max_tokens: 10,
    messages: [
      { role: "user", content: [{ type: "image", source: { type: "base64", media_type: "image/png", data } }] },
    ],
  });
  const text: Request = { ...image(""), messages: [{ role: "user", content: "Hello" }] };
  const data = Buffer.from("\u0089PNG\r\n\u001A\nimage", "latin1").toString("base64");
  const recorded = await record([text, text, text, image(data), text]);
  const inputs = recorded.map((attributes) => attributes[A.OBSERVATION_INPUT]);
  expect(inputs[3]).toMatch(/"data":"@@@svcMedia:type=image\/png\|id=/);
  expect(inputs[3]).not.toContain(data);
  expect(inputs[4]).toBe(inputs[0]);
});
