import { ANSWER, events, json, pieces, QUESTION, readAll, SYSTEM, type ProviderPackage } from "../provider-package.ts";

interface Client {
  readonly messages: { create(params: object): Promise<unknown> };
}

interface Module {
  readonly Anthropic: new (options: object) => Client;
}

const params = {
  model: "claude-haiku-4-5",
  max_tokens: 400,
  temperature: 0.2,
  system: SYSTEM,
  messages: [{ role: "user", content: QUESTION }],
};

const message = {
  id: "msg_bench",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5-20251001",
  content: [{ type: "text", text: ANSWER }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: 120,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 64,
    output_tokens: 50,
    service_tier: "standard",
  },
};

/** `@anthropic-ai/sdk`. */
export const anthropic: ProviderPackage<Module, Client> = {
  name: "@anthropic-ai/sdk",
  client: ({ Anthropic }, fetch) => new Anthropic({ fetch, apiKey: "key" }),
  caller: ({ messages }, scenario) =>
    scenario === "chat" ? () => messages.create(params) : () => readAll(messages.create({ ...params, stream: true })),
  answer(scenario) {
    if (scenario === "chat") return json(message);
    const delta = (text: string): object => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    });
    return events([
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...pieces(scenario, delta),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 50 } },
      { type: "message_stop" },
    ]);
  },
};
