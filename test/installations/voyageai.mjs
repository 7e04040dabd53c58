// Makes calls with voyageai against a stand-in, and prints what the application sees.
import { play } from "./provider-program.mjs";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");
const IMAGE = `data:image/png;base64,${PNG}`;

const vectors = (...all) => all.map((embedding, index) => ({ object: "embedding", embedding, index }));
const list = (data, model, usage) => ({ body: { object: "list", data, model, usage } });

/** Answers by name, in the form of the API's documentation. */
const ANSWERS = {
  embed: list(vectors([0.1, 0.2, 0.3], [0.4, 0.5, 0.6]), "voyage-3.5", { total_tokens: 10 }),
  packed: list(vectors("AAAA"), "voyage-3.5", { prompt_tokens: 4, total_tokens: 4 }),
  images: list(vectors([0.1, 0.2]), "voyage-multimodal-3", { text_tokens: 2, image_pixels: 50, total_tokens: 3 }),
  documents: list(
    [
      { object: "list", data: vectors([0.1, 0.2], [0.3, 0.4]), index: 0 },
      { object: "list", data: vectors([0.5, 0.6]), index: 1 },
    ],
    "voyage-context-3",
    { total_tokens: 9 },
  ),
  rerank: list(
    [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.1 },
    ],
    "rerank-2.5",
    { total_tokens: 26 },
  ),
  limit: { status: 429, body: { detail: "Slow down" } },
  wrong: { status: 400, body: { detail: "Wrong model" } },
  late: { hangs: true },
};

const ask = { model: "voyage-3.5", input: ["secret a", "b"] };
const order = { model: "rerank-2.5", query: "What is a span?", documents: ["A dog", "A span"] };
const AT_ONCE = { maxRetries: 0 };

/** Calls of every kind, and calls that end in unusual ways. */
const calls = {
  embed: (client) => client().embed({ ...ask, inputType: "query", outputDimension: 3 }),
  text: (client) => client("packed").embed({ model: "voyage-3.5", input: "secret a", encodingFormat: "base64" }),
  images: (client) =>
    client().multimodalEmbed({
      model: "voyage-multimodal-3",
      inputs: [
        {
          content: [
            { type: "text", text: "A span" },
            { type: "image_base64", imageBase64: IMAGE },
          ],
        },
      ],
    }),
  documents: (client) =>
    client().contextualizedEmbed({ model: "voyage-context-3", inputs: [["A dog", "A span"], ["A trace"]] }),
  rerank: (client) => client().rerank({ ...order, topK: 2 }),
  raw: async (client) => {
    const promise = client("rerank").rerank(order);
    const { data } = await promise.withRawResponse();
    return [promise.constructor.name, Object.keys(promise), data.model, (await promise).model];
  },
  retry: (client) => client("limit,embed").embed(ask, { maxRetries: 1 }),
  limit: (client) => client().embed(ask, AT_ONCE),
  wrong: (client) => client().rerank(order, AT_ONCE),
  timeout: (client) => client("late").embed(ask, { timeoutInSeconds: 0.5, ...AT_ONCE }),
  abort: (client) => {
    const controller = new AbortController();
    // Of an aborted request the package keeps the timer, which would keep the process for a minute.
    const options = { abortSignal: controller.signal, timeoutInSeconds: 1, ...AT_ONCE };
    const call = client("late").rerank(order, options);
    controller.abort();
    return call;
  },
  generated: (client) => client("embed", { isGenerated: true }).embed(ask),
  unhandled: async (client) => {
    const reasons = [];
    process.once("unhandledRejection", (reason) => reasons.push(reason.statusCode));
    client("limit").embed(ask, AT_ONCE);
    await new Promise((resolve) => void process.once("unhandledRejection", () => setImmediate(resolve)));
    return reasons;
  },
};

/** Makes all calls and prints their results by name, and the requests. */
export async function converse({ VoyageAIClient, GeneratedVoyageAIClient }) {
  const clientOf = (baseUrl, apiKey, { isGenerated, ...options }) =>
    new (isGenerated ? GeneratedVoyageAIClient : VoyageAIClient)({ baseUrl, apiKey, ...options });
  await play({ answers: ANSWERS, calls, clientOf });
}
