import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeOpenAI } from "@svc/openai";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { record, stopRecording, type Recording } from "../../../support/otlp/recorded-spans.ts";
import { appOf } from "../child-process.ts";

interface Client {
  readonly chat: { readonly completions: { create(params: object): Promise<AsyncIterable<unknown>> } };
}
type ClientClass = new (options: object) => Client;

const USAGE = { prompt_tokens: 20, completion_tokens: 8, total_tokens: 28 };
const REQUEST = { model: "openai/gpt-5", messages: [{ role: "user", content: "Name one ocean." }] };
const CHUNK = { id: "gen-1", object: "chat.completion.chunk", model: "openai/gpt-5" };

let recording: Recording;
beforeAll(() => {
  recording = record();
});
afterEach(() => {
  recording.ended.length = 0;
});
afterAll(() => stopRecording(recording));

/** Makes a chat call through OpenRouter, whose answer has this usage. Returns the attributes of its span. */
async function attributesWith(usage: object, stream: boolean): Promise<Record<string, unknown>> {
  const choices = [{ index: 0, message: { role: "assistant", content: "Pacific." }, finish_reason: "stop" }];
  const answer = { ...CHUNK, object: "chat.completion", choices, usage };
  const chunks = [{ ...CHUNK, choices: [{ index: 0, delta: { content: "Pacific." }, finish_reason: "stop" }], usage }];
  const frames = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
  const headers = { "content-type": "text/event-stream" };
  const fetch = async (): Promise<Response> => (stream ? new Response(frames, { headers }) : Response.json(answer));
  const { OpenAI } = createRequire(join(appOf(7), "main.cjs"))("openai") as { OpenAI: ClientClass };
  const client = observeOpenAI(new OpenAI({ apiKey: "none", baseURL: "https://openrouter.ai/api/v1", fetch }));
  const answered = await client.chat.completions.create({ ...REQUEST, stream });
  if (stream) for await (const _ of answered);
  expect(recording.ended).toHaveLength(1);
  return recording.ended[0]!.attributes;
}

describe.each([
  ["whole", false],
  ["streamed", true],
])("a cost that the provider states in a %s answer", (_how, stream) => {
  it.each([
    [
      "is the cost of the observation",
      { ...USAGE, cost: 0.0015, cost_details: { upstream_inference_cost: null } },
      0.0015,
    ],
    [
      "counts once what it consists of",
      { ...USAGE, cost: 0.0015, cost_details: { upstream_inference_cost: 0.001 } },
      0.0015,
    ],
    [
      "has what the model's provider charges for a key of one's own",
      { ...USAGE, cost: 0.0005, is_byok: true, cost_details: { upstream_inference_cost: 0.01 } },
      0.0105,
    ],
    ["may be nothing", { ...USAGE, cost: 0 }, 0],
  ])("%s", async (_what, usage, total) => {
    const attributes = await attributesWith(usage, stream);
    expect(attributes["gen_ai.provider.name"]).toBe("openrouter");
    expect(JSON.parse(attributes[A.OBSERVATION_COST_DETAILS] as string)).toEqual({ total });
  });

  it.each([
    ["absent", USAGE],
    ["no number", { ...USAGE, cost: { total_cost: 1 } }],
  ])("is not recorded where it is %s", async (_what, usage) => {
    expect(await attributesWith(usage, stream)).not.toHaveProperty([A.OBSERVATION_COST_DETAILS]);
  });
});
