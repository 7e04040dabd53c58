// Chats about documents: an index in memory, a query engine, and a chat engine with the documents as context.
import { collected } from "../collected.mjs";
import { startModel } from "../chat-model.mjs";

const DOCUMENTS = ["Ada writes programs for the engine.", "Grace finds a moth in a relay."];

export async function run({ llamaindex, openai }) {
  const { ContextChatEngine, Document, Settings, VectorStoreIndex } = llamaindex;
  const model = await startModel();
  const { baseURL } = model;
  Settings.llm = new openai.OpenAI({ model: "gpt-4o-mini", apiKey: "k", baseURL, maxRetries: 0 });
  Settings.embedModel = new openai.OpenAIEmbedding({ model: "text-embedding-3-small", apiKey: "k", baseURL });
  const heard = [];
  Settings.callbackManager.on("retrieve-end", ({ detail }) => heard.push(detail.nodes.length));

  const documents = DOCUMENTS.map((text, place) => new Document({ text, id_: `d${place}`, metadata: { place } }));
  const index = await VectorStoreIndex.fromDocuments(documents);
  const retriever = index.asRetriever({ similarityTopK: 1 });
  const queries = index.asQueryEngine({ retriever });
  const chat = new ContextChatEngine({ retriever });

  const seen = {};
  seen.query = (await queries.query({ query: "Who writes programs?" })).message.content;
  seen.chat = (await chat.chat({ message: "Who finds a moth?" })).message.content;
  seen.stream = [];
  for await (const piece of await chat.chat({ message: "Who finds it?", stream: true })) seen.stream.push(piece.delta);
  seen.break = [];
  for await (const piece of await queries.query({ query: "Who is left?", stream: true })) {
    seen.break.push(piece.delta);
    break;
  }
  seen.fails = await queries.query({ query: "Who fails?" }).catch(({ message }) => message);
  seen.alone = (await Settings.llm.complete({ prompt: "Hello" })).text;
  const together = Array.from({ length: 20 }, (_, place) => queries.query({ query: `Question ${place}` }));
  seen.together = (await Promise.all(together)).map(({ message }) => message.content);
  await collected();
  console.log(JSON.stringify({ seen, heard }));
  model.stop();
}
