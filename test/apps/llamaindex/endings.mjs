// Asks questions about documents whose answers are left, dropped, torn, late or refused, and runs agents that nobody waits for.
import { collected } from "../collected.mjs";
import { startModel } from "../chat-model.mjs";

export async function run({ llamaindex, openai, workflow }) {
  const { Document, Settings, VectorStoreIndex } = llamaindex;
  const model = await startModel();
  const { baseURL } = model;
  const settings = { model: "gpt-4o-mini", apiKey: "k", baseURL, maxRetries: 0 };
  const llm = new openai.OpenAI(settings);
  const impatient = new openai.OpenAI({ ...settings, timeout: 300 });
  Settings.llm = llm;
  Settings.embedModel = new openai.OpenAIEmbedding({ ...settings, model: "text-embedding-3-small" });
  const index = await VectorStoreIndex.fromDocuments([new Document({ text: "Ada writes programs.", id_: "d0" })]);
  const engine = index.asQueryEngine();
  const ask = (query, stream = false) => engine.query({ query, stream });
  const read = async (answer) => {
    const texts = [];
    try {
      for await (const { delta } of await answer) texts.push(delta);
    } catch (error) {
      texts.push(error.message);
    }
    return texts;
  };
  const failure = (promise) => promise.then(String, ({ message }) => message);

  const seen = {};
  seen.torn = await read(ask("What tears?", true));
  seen.tornWhole = await failure(ask("What tears whole?"));
  seen.refused = await read(ask("What fails?", true));
  for await (const { delta } of await ask("What is left?", true)) {
    seen.left = delta;
    break;
  }
  seen.dropped = typeof (await ask("What is dropped?", true));
  void ask("What does nobody wait for?");
  seen.late = await failure(impatient.chat({ messages: [{ role: "user", content: "What hangs?" }] }));
  await model.answered("Query: What does nobody wait for?");
  if (workflow.AgentWorkflow.prototype.runStream !== undefined) {
    const agent = () => workflow.agent({ name: "librarian", llm, tools: [] });
    for await (const event of agent().runStream("Who leaves?")) {
      seen.agentLeft = Object.keys(event.data).length > 0;
      break;
    }
    seen.agentDropped = typeof agent().runStream("Who drops?");
    seen.agentWaits = (await agent().run("Who waits?")).data.result;
    for (const question of ["Who leaves?", "Who drops?"]) await model.answered(question);
  }
  // A connection that is kept holds the context of the request it was made for, and with it the stream of an agent.
  model.hangUp();
  await collected();
  console.log(JSON.stringify(seen));
  model.stop();
}
