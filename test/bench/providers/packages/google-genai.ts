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
  readonly models: Readonly<Record<"generateContent" | "generateContentStream", (params: object) => Promise<unknown>>>;
}

interface Module {
  readonly GoogleGenAI: new (options: object) => Client;
}

const params = {
  model: "gemini-2.5-flash",
  contents: QUESTION,
  config: { systemInstruction: SYSTEM, temperature: 0.2, maxOutputTokens: 400 },
};

const answerWith = (text: string, more: object = {}): object => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...more }],
  usageMetadata: {
    promptTokenCount: 184,
    cachedContentTokenCount: 64,
    candidatesTokenCount: 50,
    totalTokenCount: 234,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 184 }],
  },
  modelVersion: "gemini-2.5-flash-001",
  responseId: "response-bench",
});

/** `@google/genai`. */
export const google: ProviderPackage<Module, Client> = {
  name: "@google/genai",
  client({ GoogleGenAI }, fetch) {
    replaceFetch(fetch);
    return new GoogleGenAI({ apiKey: "key" });
  },
  caller: ({ models }, scenario) =>
    scenario === "chat" ? () => models.generateContent(params) : () => readAll(models.generateContentStream(params)),
  answer(scenario) {
    const end = { finishReason: "STOP" };
    if (scenario === "chat") return json(answerWith(ANSWER, end));
    return events([...pieces(scenario, (text) => answerWith(text)), answerWith("", end)]);
  },
};
