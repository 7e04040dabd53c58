import {
  ANSWER,
  events,
  json,
  pieces,
  QUESTION,
  readAll,
  replaceFetch,
  SYSTEM,
  type ProviderPackage,
} from "../provider-package.ts";

interface Client {
  readonly chat: Readonly<Record<"complete" | "stream", (request: object) => Promise<unknown>>>;
}

interface Module {
  readonly Mistral: new (options: object) => Client;
}

const request = {
  model: "mistral-small-latest",
  messages: [
    { role: "system", content: SYSTEM },
    { role: "user", content: QUESTION },
  ],
  temperature: 0.2,
  maxTokens: 400,
};

const frame = { id: "cmpl-bench", created: 1_780_000_000, model: "mistral-small-2506" };
const usage = { prompt_tokens: 120, completion_tokens: 50, total_tokens: 170 };

const chunk = (delta: object, finishReason: string | null = null, more: object = {}): object => ({
  ...frame,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: finishReason }],
  ...more,
});

/** `@mistralai/mistralai`. */
export const mistral: ProviderPackage<Module, Client> = {
  name: "@mistralai/mistralai",
  client({ Mistral }, fetch) {
    replaceFetch(fetch);
    return new Mistral({ apiKey: "key" });
  },
  caller: ({ chat }, scenario) =>
    scenario === "chat" ? () => chat.complete(request) : () => readAll(chat.stream(request)),
  answer(scenario) {
    if (scenario === "chat") {
      const choice = { index: 0, message: { role: "assistant", content: ANSWER }, finish_reason: "stop" };
      return json({ ...frame, object: "chat.completion", choices: [choice], usage });
    }
    const chunks = [
      chunk({ role: "assistant", content: "" }),
      ...pieces(scenario, (content) => chunk({ content })),
      chunk({ content: "" }, "stop", { usage }),
    ];
    return events(chunks, "data: [DONE]\n\n");
  },
};
