import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeBedrock } from "@svc/bedrock";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";

interface Client {
  send(command: object): Promise<unknown>;
}

interface BedrockModule {
  readonly BedrockRuntimeClient: new (options: object) => Client;
  readonly InvokeModelCommand: new (input: object) => object;
}

type Fields = Readonly<Record<string, unknown>>;

/** One call: its model, its body, and what is given beside the body. */
interface Call {
  readonly modelId: string;
  readonly body: Fields;
  readonly beside: Fields;
  readonly isBytes: boolean;
}

const ANSWER = JSON.stringify({
  id: "msg_1",
  role: "assistant",
  content: [{ type: "text", text: "Hello" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 4 },
});

/** Transport that answers every request at once. */
const TRANSPORT = {
  handle: async () => ({
    response: {
      statusCode: 200,
      headers: { "content-type": "application/json" },
      body: new Blob([ANSWER]).stream(),
    },
  }),
};

let found: ObservedPackage;
let bedrock: BedrockModule;
let client: Client;

beforeAll(async () => {
  found = await ObservedPackage.start("bedrock", {});
  bedrock = found.load("@aws-sdk/client-bedrock-runtime") as BedrockModule;
  const credentials = { accessKeyId: "k", secretAccessKey: "s" };
  client = observeBedrock(
    new bedrock.BedrockRuntimeClient({ region: "eu-west-1", credentials, requestHandler: TRANSPORT }),
  );
}, 120_000);
afterAll(async () => {
  await found.stop();
});

/** Makes the calls one after the other, and returns what is recorded of their requests. */
async function record(calls: readonly Call[]): Promise<Fields[]> {
  const before = (await found.spans()).length;
  for (const { modelId, body, beside, isBytes } of calls) {
    const text = JSON.stringify(body);
    await client.send(
      new bedrock.InvokeModelCommand({ modelId, body: isBytes ? new TextEncoder().encode(text) : text, ...beside }),
    );
  }
  return (await found.spans()).slice(before).map((span) => {
    const attributes = attributesOf(span);
    return {
      model: attributes["gen_ai.request.model"],
      input: attributes[A.OBSERVATION_INPUT],
      parameters: attributes[A.OBSERVATION_MODEL_PARAMETERS],
      maxTokens: attributes["gen_ai.request.max_tokens"],
    };
  });
}

/** Returns what is recorded of a request, whatever requests came before. */
function expectedOf({ modelId, body, beside }: Call): Fields {
  const { messages, system, ...parameters } = body;
  return {
    model: modelId,
    input: JSON.stringify({ messages, ...(system !== undefined && { system }) }),
    parameters: JSON.stringify({ ...parameters, ...beside }),
    maxTokens: body["max_tokens"],
  };
}

const message = fc
  .constantFrom("Hello", 'a "quoted" word', "}],[{", "\\", "ü € 😀", "")
  .map((content) => [{ role: "user", content }]);

const call = fc.record({
  modelId: fc.constantFrom("anthropic.claude-haiku-4-5-20251001-v1:0", "anthropic.claude-test-v1:0"),
  settings: fc.record({
    max_tokens: fc.constantFrom(10, 100),
    system: fc.constantFrom(undefined, "Be brief.", [{ type: "text", text: "Be brief." }]),
  }),
  messages: message,
  beside: fc.constantFrom({}, {}, {}, { guardrailIdentifier: "g-1", guardrailVersion: "1" }),
  isBytes: fc.boolean(),
});

/** Calls of which most have the settings of the one before. */
const calls = fc
  .array(fc.tuple(call, fc.array(message, { maxLength: 4 })), { minLength: 1, maxLength: 3 })
  .map((groups) =>
    groups.flatMap(([{ modelId, settings, messages, beside, isBytes }, more]) =>
      [messages, ...more].map((each): Call => ({ modelId, body: { ...settings, messages: each }, beside, isBytes })),
    ),
  );

it("records each of many bodies with the same settings as it records one alone", async () => {
  const runs = Number(process.env["SVC_TEST_RUNS"] ?? 40);
  await fc.assert(
    fc.asyncProperty(calls, async (sent) => {
      expect(await record(sent)).toEqual(sent.map(expectedOf));
    }),
    { numRuns: Math.min(runs, 2_000) },
  );
}, 60_000);
