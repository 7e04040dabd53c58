// An agent that writes a reply, waits for a person, and sends it. There is no line of tracing in here.
import { Annotation, Command, END, interrupt, INTERRUPT, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";

const model = new ChatOpenAI({ model: "gpt-4.1-mini" });
const State = Annotation.Root({ request: Annotation(), reply: Annotation(), sent: Annotation() });

const graph = new StateGraph(State)
  .addNode("write", async ({ request }) => {
    const { content } = await model.invoke([
      { role: "system", content: "You answer the guests of a restaurant in one sentence." },
      { role: "user", content: request },
    ]);
    return { reply: content };
  })
  .addNode("approve", ({ reply }) => ({ sent: interrupt({ question: "Send this reply?", reply }) === "yes" }))
  .addEdge(START, "write")
  .addEdge("write", "approve")
  .addEdge("approve", END)
  .compile({ checkpointer: new MemorySaver() });

const thread = { configurable: { thread_id: "guest-7" } };
const waiting = await graph.invoke({ request: "A table for four on Friday, please." }, thread);
const [{ value }] = waiting[INTERRUPT];
console.log(`${value.question} ${value.reply}`);

// A person decides; here, the argument of the program.
const decided = await graph.invoke(new Command({ resume: process.argv[2] ?? "yes" }), thread);
console.log(decided.sent ? "Sent." : "Thrown away.");
