import { SvcOtelSpanAttributes as A } from "@svc/core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { observedClient } from "./observed-client.ts";

interface Client {
  send(command: object): Promise<unknown>;
}

interface BedrockModule {
  readonly BedrockRuntimeClient: new (options: object) => Client;
  readonly InvokeModelCommand: new (input: object) => object;
  readonly ConverseCommand: new (input: object) => object;
}

type Fields = Readonly<Record<string, unknown>>;

/** One call of InvokeModel: its model, its body, and what is given beside the body. */
interface Invocation {
  readonly modelId: string;
  readonly body: Fields;
  readonly beside: Fields;
  readonly isBytes: boolean;
}

/** One call of Converse: its settings, and one message with or without an image. */
interface Conversation {
  readonly modelId: string;
  readonly settings: { readonly inferenceConfig?: Fields; readonly system?: unknown };
  readonly text: string;
  readonly hasImage: boolean;
}

const ANSWERS = {
  invoke: JSON.stringify({
    id: "msg_1",
    role: "assistant",
    content: [{ type: "text", text: "Hello" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 9, output_tokens: 4 },
  }),
  converse: JSON.stringify({
    output: { message: { role: "assistant", content: [{ text: "Hello" }] } },
    stopReason: "end_turn",
    usage: { inputTokens: 9, outputTokens: 4, totalTokens: 13 },
  }),
};

/** Transport that answers every request at once. */
const TRANSPORT = {
  handle: async ({ path }: { readonly path: string }) => ({
    response: {
      statusCode: 200,
      headers: { "content-type": "application/json" },
      body: new Blob([ANSWERS[path.endsWith("/converse") ? "converse" : "invoke"]]).stream(),
    },
  }),
};

let found: ObservedPackage;
let bedrock: BedrockModule;
let client: Client;

beforeAll(async () => {
  // The server takes no media.
  vi.stubEnv("SVC_LOG_LEVEL", "NONE");
  found = await ObservedPackage.start("bedrock", {});
  bedrock = found.load("@aws-sdk/client-bedrock-runtime") as BedrockModule;
  client = observedClient(bedrock, TRANSPORT);
}, 120_000);
afterAll(async () => {
  await found.stop();
});

/** Sends the commands one after the other, and returns what is recorded of their requests. */
async function record(commands: readonly object[]): Promise<Fields[]> {
  const before = (await found.spans()).length;
  for (const command of commands) await client.send(command);
  return (await found.spans()).slice(before).map((span) => {
    const attributes = attributesOf(span);
    return {
      model: attributes["gen_ai.request.model"],
      input: String(attributes[A.OBSERVATION_INPUT]).replace(/@@@svcMedia:type=image\/png[^@]*@@@/, IMAGE),
      parameters: attributes[A.OBSERVATION_MODEL_PARAMETERS],
      maxTokens: attributes["gen_ai.request.max_tokens"],
    };
  });
}

/** Text in the place of an image. */
const IMAGE = "the image";

function invocationOf({ modelId, body, beside, isBytes }: Invocation): object {
  const text = JSON.stringify(body);
  return new bedrock.InvokeModelCommand({
    modelId,
    body: isBytes ? new TextEncoder().encode(text) : text,
    ...beside,
  });
}

/** Returns what is recorded of a request, whatever requests came before. */
function expectedOfInvocation({ modelId, body, beside }: Invocation): Fields {
  const { messages, system, ...parameters } = body;
  return {
    model: modelId,
    input: JSON.stringify({ messages, ...(system !== undefined && { system }) }),
    parameters: JSON.stringify({ ...parameters, ...beside }),
    maxTokens: body["max_tokens"],
  };
}

function messagesOf({ text, hasImage }: Conversation, bytes: unknown): object[] {
  const image = { image: { format: "png", source: { bytes } } };
  return [{ role: "user", content: [{ text }, ...(hasImage ? [image] : [])] }];
}

function conversationOf(call: Conversation): object {
  const messages = messagesOf(call, new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]));
  return new bedrock.ConverseCommand({ modelId: call.modelId, messages, ...call.settings });
}

/** Returns what is recorded of a request, whatever requests came before. */
function expectedOfConversation(call: Conversation): Fields {
  const { inferenceConfig, system } = call.settings;
  return {
    model: call.modelId,
    input: JSON.stringify({ messages: messagesOf(call, IMAGE), ...(system !== undefined && { system }) }),
    parameters: JSON.stringify(inferenceConfig ?? {}),
    maxTokens: inferenceConfig?.["maxTokens"],
  };
}

const modelId = fc.constantFrom("anthropic.claude-haiku-4-5-20251001-v1:0", "anthropic.claude-test-v1:0");
const text = fc.constantFrom("Hello", 'a "quoted" word', "}],[{", "\\", "ü € 😀", '{"bytes":1}', "");

const invocation = fc.record({
  modelId,
  settings: fc.record({
    max_tokens: fc.constantFrom(10, 100),
    system: fc.constantFrom(undefined, "Be brief.", [{ type: "text", text: "Be brief." }]),
  }),
  beside: fc.constantFrom({}, {}, {}, { guardrailIdentifier: "g-1", guardrailVersion: "1" }),
  isBytes: fc.boolean(),
});

/** Calls of which most have the settings of the one before. */
const invocations = fc
  .array(fc.tuple(invocation, fc.array(text, { minLength: 1, maxLength: 5 })), { minLength: 1, maxLength: 3 })
  .map((groups) =>
    groups.flatMap(([{ settings, ...call }, texts]) =>
      texts.map((content): Invocation => ({ ...call, body: { ...settings, messages: [{ role: "user", content }] } })),
    ),
  );

const settingsOfConversation = fc.record(
  {
    inferenceConfig: fc.constantFrom({ maxTokens: 10 }, { maxTokens: 100, temperature: 0.5 }),
    system: fc.constantFrom([{ text: "Be brief." }], [{ text: 'Answer "yes".' }]),
  },
  { requiredKeys: [] },
);

/** Calls of which most have the settings of the one before, and few have an image. */
const conversations = fc
  .array(
    fc.tuple(
      fc.record({ modelId, settings: settingsOfConversation }),
      fc.array(fc.record({ text, hasImage: fc.constantFrom(false, false, true) }), { minLength: 1, maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((groups) =>
    groups.flatMap(([call, messages]) => messages.map((message): Conversation => ({ ...call, ...message }))),
  );

const RUNS = { numRuns: Math.min(Number(process.env["SVC_TEST_RUNS"] ?? 40), 2_000) };

it("records each of many bodies with the same settings as it records one alone", async () => {
  await fc.assert(
    fc.asyncProperty(invocations, async (calls) => {
      expect(await record(calls.map(invocationOf))).toEqual(calls.map(expectedOfInvocation));
    }),
    RUNS,
  );
}, 60_000);

it("records each of many conversations with the same settings as it records one alone", async () => {
  await fc.assert(
    fc.asyncProperty(conversations, async (calls) => {
      expect(await record(calls.map(conversationOf))).toEqual(calls.map(expectedOfConversation));
    }),
    RUNS,
  );
}, 60_000);
