// Asks a librarian who remembers the conversation and looks up documents: an agent with memory, and a tool that searches a vector
// database by the embedding of the question.
import { createServer } from "node:http";
import { answerByQuestion, startModel, textsOf } from "../chat-model.mjs";

const POINTS = [{ id: "p7", version: 1, score: 0.8, payload: { text: "Ada writes programs" } }];

/** Asks for the search that the latest question names. */
function answer(body) {
  const last = textsOf(body).at(-1);
  if (body.messages.at(-1).role !== "user" || !last.includes("look_up")) return answerByQuestion(body);
  return { tool: "look_up", args: JSON.stringify({ queryText: last, topK: 1 }) };
}

export async function run(modules) {
  const { Agent, createVectorQueryTool, InMemoryStore, Mastra, Memory, ModelRouterEmbeddingModel } = modules;
  const { Observability, QdrantVector } = modules;
  const model = await startModel(answer);
  const database = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: { points: POINTS }, status: "ok", time: 0 }));
    });
  });
  await new Promise((resolve) => void database.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${database.address().port}`;
  const settings = { url: model.baseURL, apiKey: "k" };
  const lookUp = createVectorQueryTool({
    id: "look_up",
    vectorStore: new QdrantVector({ id: "shelf", url, checkCompatibility: false }),
    indexName: "shelf",
    model: new ModelRouterEmbeddingModel({ id: "openai/text-embedding-3-small", ...settings }),
  });
  const storage = new InMemoryStore();
  const librarian = new Agent({
    id: "librarian",
    name: "librarian",
    instructions: "You know the library.",
    model: { id: "openai/gpt-4o-mini", ...settings },
    tools: { look_up: lookUp },
    memory: new Memory({ storage, options: { lastMessages: 4 } }),
  });
  const own = { name: "own", exportTracingEvent: async () => {}, flush: async () => {}, shutdown: async () => {} };
  const observability = new Observability({ configs: { default: { serviceName: "library", exporters: [own] } } });
  const mastra = new Mastra({ logger: false, storage, agents: { librarian }, observability });
  const converse = async (place) => {
    const memory = { thread: `thread-${place}`, resource: `reader-${place}` };
    const answers = [];
    for (const question of [`Please look_up Ada for reader-${place}`, `Who else, reader-${place}?`]) {
      answers.push((await mastra.getAgent("librarian").generate(question, { memory })).text);
    }
    return answers;
  };
  console.log(JSON.stringify(await Promise.all(Array.from({ length: 20 }, (_, place) => converse(place)))));
  model.stop();
  database.closeAllConnections();
  database.close();
}
