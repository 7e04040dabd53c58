import { ANSWER, json, lines, pieces, QUESTION, readAll, SYSTEM, type ProviderPackage } from "../provider-package.ts";

interface Client {
  chat(request: object): Promise<unknown>;
}

interface Module {
  readonly Ollama: new (options: object) => Client;
}

const request = {
  model: "llama3.2",
  messages: [
    { role: "system", content: SYSTEM },
    { role: "user", content: QUESTION },
  ],
  options: { temperature: 0.2, num_predict: 400 },
};

const chunk = (content: string, more: object = {}): object => ({
  model: "llama3.2",
  created_at: "2026-11-22T12:00:00.000000Z",
  message: { role: "assistant", content },
  done: false,
  ...more,
});

const end = { done: true, done_reason: "stop", prompt_eval_count: 120, eval_count: 50, total_duration: 1_000_000 };

/** `ollama`. */
export const ollama: ProviderPackage<Module, Client> = {
  name: "ollama",
  client: ({ Ollama }, fetch) => new Ollama({ fetch }),
  caller: (client, scenario) =>
    scenario === "chat" ? () => client.chat({ ...request }) : () => readAll(client.chat({ ...request, stream: true })),
  answer(scenario) {
    if (scenario === "chat") return json(chunk(ANSWER, end));
    return lines([...pieces(scenario, (text) => chunk(text)), chunk("", end)]);
  },
};
