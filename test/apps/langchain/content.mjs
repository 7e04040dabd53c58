// Makes runs of every kind with texts in every place: plain, streamed, and failing with an error that repeats the question.
import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { BaseRetriever } from "@langchain/core/retrievers";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { END, interrupt, MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI, OpenAIEmbeddings } from "@langchain/openai";
import { createAgent } from "langchain";
import { z } from "zod";
import { answerByQuestion, startModel } from "../chat-model.mjs";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");

const stand = await startModel((body) => {
  const said = answerByQuestion(body);
  return said.tool === undefined ? said : { ...said, args: JSON.stringify({ city: "Oslo by the sea" }) };
});
const configuration = { baseURL: stand.baseURL };
const model = (fields = {}) => new ChatOpenAI({ model: "m", apiKey: "none", maxRetries: 0, configuration, ...fields });

class Shelf extends BaseRetriever {
  lc_namespace = ["shelf"];
  async _getRelevantDocuments(query) {
    if (query.includes("breaks")) throw new Error(`Nothing is known of ${query}`);
    return [{ pageContent: "A page about bears", metadata: { page: 3 } }];
  }
}

const weather = tool(({ city }) => `It is sunny in ${city}`, {
  name: "weather",
  description: "Tells the weather",
  schema: z.object({ city: z.string().describe("Name of the city") }),
});
const broken = tool(
  ({ city }) => {
    throw new Error(`No weather is known in ${city}`);
  },
  { name: "broken", description: "Tells no weather", schema: z.object({ city: z.string() }) },
);

const question = [
  new SystemMessage("You know the weather"),
  new HumanMessage({
    content: [
      { type: "text", text: "How warm is it in Oslo?" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
    ],
  }),
  new AIMessage("It was warm before"),
  new HumanMessage("And how is it now?"),
];
const joke = ChatPromptTemplate.fromMessages([
  ["system", "You tell jokes"],
  ["human", "A joke about {topic}"],
]);

async function paused() {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("ask", () => ({ messages: [new AIMessage(interrupt("May I go on here?"))] }))
    .addEdge(START, "ask")
    .addEdge("ask", END)
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t1" } };
  await graph.invoke({ messages: [new HumanMessage("Please begin with it")] }, config);
}

async function left() {
  for await (const piece of await model().stream("Tell a long story")) if (piece.content !== "") break;
}

const calls = [
  () => model({ stop: ["the end of it"] }).invoke(question),
  () => model().invoke([["human", "Say it in words"]], { stop: ["a stop word"], response_format: { type: "text" } }),
  async () => Array.fromAsync(await model().stream(question)),
  left,
  () => joke.pipe(model()).pipe(new StringOutputParser()).invoke({ topic: "bears" }),
  async () => Array.fromAsync(await joke.pipe(model()).pipe(new StringOutputParser()).stream({ topic: "bees" })),
  () => model().bindTools([weather]).invoke("Please ask weather"),
  () =>
    createAgent({ model: model(), tools: [weather] }).invoke({
      messages: [{ role: "user", content: "Ask weather now" }],
    }),
  () =>
    createAgent({ model: model(), tools: [broken] }).invoke({
      messages: [{ role: "user", content: "Ask broken now" }],
    }),
  () => weather.invoke({ city: "Oslo" }),
  () => broken.invoke({ city: "Bergen" }),
  () => model().invoke("This question fails"),
  () => model().invoke("This answer tears"),
  async () => Array.fromAsync(await model().stream("This answer tears")),
  () => joke.pipe(model()).invoke({ topic: "it fails" }),
  () => new Shelf().invoke("bears in the wood"),
  () => new Shelf().invoke("a shelf that breaks"),
  () => new OpenAIEmbeddings({ model: "e", apiKey: "none", configuration }).embedQuery("Words to embed"),
  () =>
    RunnableLambda.from((input) => {
      throw new Error(`The input was ${input}`);
    }).invoke("An input of words"),
  paused,
];
const results = [];
for (const call of calls) {
  results.push(
    await call().then(
      () => "answered",
      (error) => error.constructor.name,
    ),
  );
}
console.log(results.join());
stand.stop();
