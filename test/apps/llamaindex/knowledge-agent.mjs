// Asks an agent that looks up documents with a query engine, and calculates with a function.
import { startModel } from "../chat-model.mjs";

export async function run({ llamaindex, openai, workflow, z }) {
  const { Document, QueryEngineTool, Settings, tool, VectorStoreIndex } = llamaindex;
  const model = await startModel();
  const { baseURL } = model;
  const llm = new openai.OpenAI({ model: "gpt-4o-mini", apiKey: "k", baseURL, maxRetries: 0 });
  Settings.llm = llm;
  Settings.embedModel = new openai.OpenAIEmbedding({ model: "text-embedding-3-small", apiKey: "k", baseURL });
  const index = await VectorStoreIndex.fromDocuments([new Document({ text: "Ada writes programs.", id_: "d0" })]);
  const lookUp = new QueryEngineTool({
    queryEngine: index.asQueryEngine(),
    metadata: { name: "look_up", description: "Looks up people", parameters: undefined },
  });
  const multiply = tool({
    name: "multiply",
    description: "Multiplies two numbers",
    parameters: z.object({ a: z.number(), b: z.number() }),
    execute: ({ a, b }) => a * b,
  });
  const broken = tool({
    name: "divide",
    description: "Divides two numbers",
    parameters: z.object({ query: z.string() }),
    execute: () => {
      throw new RangeError("no numbers");
    },
  });
  const agentOf = () => workflow.agent({ name: "librarian", llm, tools: [lookUp, multiply, broken] });
  const asked = async (question) => (await agentOf().run(question)).data.result;

  const seen = {};
  seen.lookUp = await asked("Please look_up Ada");
  seen.multiply = await asked("Please multiply");
  seen.divide = await asked("Please divide");
  const types = [];
  for await (const event of agentOf().runStream("Please multiply")) types.push(Object.keys(event.data ?? {}).join());
  seen.events = types;
  // A model's error rejects a promise of the workflow that nobody holds. The promise of `run` stays open.
  const failure = new Promise((resolve) => void process.once("unhandledRejection", resolve));
  void asked("This fails");
  seen.fails = (await failure).message;
  seen.direct = multiply.call({ a: 2, b: 3 });
  const together = Array.from({ length: 20 }, (_, place) => asked(`Please multiply ${place}`));
  seen.together = await Promise.all(together);
  seen.tool = [Object.keys(multiply), typeof multiply.call, multiply.call.name];
  console.log(JSON.stringify(seen));
  model.stop();
}
