import {
  ANSWER,
  json,
  lines,
  pieces,
  QUESTION,
  readAll,
  replaceFetch,
  SYSTEM,
  type ProviderPackage,
} from "../provider-package.ts";

interface Client {
  chat(request: object): Promise<unknown>;
  chatStream(request: object): Promise<unknown>;
}

interface Module {
  readonly CohereClient: new (options: object) => Client;
}

const request = {
  model: "command-r-08-2024",
  preamble: SYSTEM,
  message: QUESTION,
  temperature: 0.2,
  maxTokens: 400,
};

const response = {
  response_id: "response-bench",
  generation_id: "generation-bench",
  text: ANSWER,
  finish_reason: "COMPLETE",
  chat_history: [],
  meta: {
    api_version: { version: "1" },
    billed_units: { input_tokens: 118, output_tokens: 50 },
    tokens: { input_tokens: 120, output_tokens: 50 },
  },
};

/** `cohere-ai`, in the first version of its API: the other instrumentation records no other. */
export const cohere: ProviderPackage<Module, Client> = {
  name: "cohere-ai",
  client({ CohereClient }, fetch) {
    replaceFetch(fetch);
    return new CohereClient({ token: "key" });
  },
  caller: (client, scenario) =>
    scenario === "chat" ? () => client.chat(request) : () => readAll(client.chatStream(request)),
  answer(scenario) {
    if (scenario === "chat") return json(response);
    return lines([
      { event_type: "stream-start", generation_id: response.generation_id },
      ...pieces(scenario, (text) => ({ event_type: "text-generation", text })),
      { event_type: "stream-end", finish_reason: "COMPLETE", response },
    ]);
  },
};
