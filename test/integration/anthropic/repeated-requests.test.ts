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

/** Request, and whether the application gives a header beside it. */
interface Sent {
  readonly request: Request;
  readonly hasHeader?: boolean;
}

/** Makes the calls one after the other, and returns the attributes of their observations. */
async function record(calls: readonly Sent[]): Promise<Request[]> {
  const before = (await found.spans()).length;
  for (const { request, hasHeader } of calls) {
    await client.messages.create(request, hasHeader ? { headers: { "anthropic-beta": "b-1" } } : undefined);
  }
  return (await found.spans()).slice(before).map((span) => attributesOf(span));
}

/** Returns what is recorded of a request, whatever requests came before. */
function expectedOf({ request, hasHeader }: Sent): Request {
  const input: Record<string, unknown> = {};
  for (const name of ["system", "messages", "tools"]) if (request[name] !== undefined) input[name] = request[name];
  const parameters: Record<string, unknown> = {};
  for (const name in request) if (PARAMETERS.has(name)) parameters[name] = request[name];
  if (hasHeader) parameters["betas"] = ["b-1"];
  return {
    model: request["model"],
    input: JSON.stringify(input),
    parameters: JSON.stringify(parameters),
    maxTokens: request["max_tokens"],
    temperature: request["temperature"],
  };
}

const PARAMETERS: ReadonlySet<string> = new Set(["max_tokens", "temperature", "metadata"]);

function recordedOf(attributes: Request): Request {
  return {
    model: attributes["gen_ai.request.model"],
    input: attributes[A.OBSERVATION_INPUT],
    parameters: attributes[A.OBSERVATION_MODEL_PARAMETERS],
    maxTokens: attributes["gen_ai.request.max_tokens"],
    temperature: attributes["gen_ai.request.temperature"],
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
    fc
      .array(fc.tuple(fc.nat(settings.length - 1), FIELDS["messages"]!, fc.boolean()), { minLength: 2, maxLength: 8 })
      .map((calls) =>
        calls.map(([place, messages, hasHeader]): Sent => {
          const [fields, order] = settings[place]!;
          const all: Request = { ...fields, messages };
          const given = order.map((name) => [name, all[name]] as const).filter(([, value]) => value !== undefined);
          return { request: Object.fromEntries(given), hasHeader };
        }),
      ),
  );

it("records each of many requests with the same settings as it records one alone", async () => {
  const runs = Number(process.env["SVC_TEST_RUNS"] ?? 40);
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      expect((await record(sent)).map(recordedOf)).toEqual(sent.map(expectedOf));
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
  const recorded = await record([text, text, text, image(data), text].map((request) => ({ request })));
  const inputs = recorded.map((attributes) => attributes[A.OBSERVATION_INPUT]);
  expect(inputs[3]).toMatch(/"data":"@@@svcMedia:type=image\/png\|id=/);
  expect(inputs[3]).not.toContain(data);
  expect(inputs[4]).toBe(inputs[0]);
});
