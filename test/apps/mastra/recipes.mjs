// Asks an agent that looks up recipes in a vector database by a tool, with the conversation's thread and user.
import { createServer } from "node:http";
import { startModel } from "../chat-model.mjs";

const POINTS = [{ id: 7, version: 1, score: 0.8, payload: { text: "Onion soup" } }];

export async function run({ Agent, createTool, Mastra, Observability, QdrantClient, z }) {
  const model = await startModel();
  const database = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: { points: POINTS }, status: "ok", time: 0 }));
    });
  });
  await new Promise((resolve) => void database.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${database.address().port}`;
  const qdrant = new QdrantClient({ url, checkCompatibility: false });
  const lookUp = createTool({
    id: "look_up",
    description: "Looks up recipes",
    inputSchema: z.object({ query: z.string() }),
    execute: async () =>
      (await qdrant.query("recipes", { query: [0.1, 0.2], limit: 1, with_payload: true })).points[0].payload,
  });
  const cook = new Agent({
    id: "cook",
    name: "cook",
    instructions: "Be brief.",
    model: { id: "openai/gpt-4o-mini", url: model.baseURL, apiKey: "k" },
    tools: { look_up: lookUp },
  });
  const own = { name: "own", exportTracingEvent: async () => {}, flush: async () => {}, shutdown: async () => {} };
  const observability = new Observability({ configs: { default: { serviceName: "cook", exporters: [own] } } });
  const mastra = new Mastra({ logger: false, agents: { cook }, observability });
  const tracingOptions = { metadata: { threadId: "thread-1", resourceId: "ann" }, tags: ["beta"] };
  const asked = (question) => mastra.getAgent("cook").generate(question, { tracingOptions });
  const together = Array.from({ length: 20 }, (_, place) => asked(`Please look_up soup ${place}`));
  console.log(JSON.stringify((await Promise.all(together)).map(({ text }) => text)));
  model.stop();
  database.closeAllConnections();
  database.close();
}
