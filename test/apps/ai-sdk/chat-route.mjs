// A chat route with tools and a search in documents, after the two guides that most applications of the AI SDK begin with: documents are
// embedded at the start; `POST /chat` answers the messages of a page with a stream, and the model can search the documents. Asks itself
// twenty questions at once. Written for every major version.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { answerByQuestion, startModel, textsOf } from "../chat-model.mjs";

const DOCUMENTS = ["Penguins live in the south", "Bears live in the north"];

/** Asks for a search of the question, and for one that fails where the question is about secrets. */
function answer(body) {
  const last = textsOf(body).at(-1);
  if (body.messages.at(-1).role !== "user") return answerByQuestion(body);
  return { tool: "search", args: JSON.stringify({ query: last }) };
}

export async function run({ ai, createOpenAI, major, z }) {
  const model = await startModel(answer);
  const openai = createOpenAI({ apiKey: "a key", baseURL: model.url, compatibility: "strict" });
  const embedding =
    major < 7 ? openai.textEmbeddingModel("text-embedding-3-small") : openai.embedding("text-embedding-3-small");
  const steps = major < 5 ? { maxSteps: 3 } : { stopWhen: (ai.isStepCount ?? ai.stepCountIs)(3) };
  const { embeddings } = await ai.embedMany({ model: embedding, values: DOCUMENTS });
  const search = ai.tool({
    description: "Searches the documents",
    [major < 5 ? "parameters" : "inputSchema"]: z.object({ query: z.string() }),
    async execute({ query }) {
      if (query.includes("secret")) throw new RangeError("Secrets are not searched");
      const found = await ai.embed({ model: embedding, value: query });
      const near = embeddings.map((vector) => ai.cosineSimilarity(vector, found.embedding));
      return `${query}: ${DOCUMENTS[near.indexOf(Math.max(...near))]}`;
    },
  });

  async function respond(request, response) {
    const { messages, chat } = await json(request);
    const telemetry = { functionId: "chat", metadata: { sessionId: chat } };
    const result = ai.streamText({
      model: openai.chat("gpt-4o-mini"),
      messages,
      tools: { search },
      maxRetries: 0,
      onError() {},
      ...steps,
      ...(major < 7
        ? { experimental_telemetry: { isEnabled: true, ...telemetry } }
        : {
            runtimeContext: { sessionId: chat },
            telemetry: { functionId: "chat", includeRuntimeContext: { sessionId: true } },
          }),
    });
    if (major < 5) result.pipeDataStreamToResponse(response);
    else result.pipeUIMessageStreamToResponse(response);
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}/chat`;
  const ask = async (place) => {
    const content = place % 5 === 4 ? `Tell me secret ${place}` : `Who lives in the south, question-${place}?`;
    const body = JSON.stringify({ chat: `chat-${place}`, messages: [{ role: "user", content }] });
    const answered = await fetch(url, { method: "POST", body });
    return (await answered.text()).match(/Answer|Penguins|Secrets are not searched/g)?.length ?? 0;
  };
  console.log(JSON.stringify(await Promise.all(Array.from({ length: 20 }, (_, place) => ask(place)))));
  server.closeAllConnections();
  server.close();
  model.stop();
}
