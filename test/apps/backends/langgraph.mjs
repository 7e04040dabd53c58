// Has an agent of LangGraph answer with a tool, in a thread.
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { z } from "zod";

const weather = tool(() => '{"celsius":14}', {
  name: "get_weather",
  description: "Weather of a city",
  schema: z.object({ city: z.string() }),
});
const agent = createAgent({ name: "meteorologist", model: new ChatOpenAI({ model: "gpt-4o-mini" }), tools: [weather] });
const { messages } = await agent.invoke(
  { messages: [{ role: "user", content: "What is the weather in the capital of France?" }] },
  { configurable: { thread_id: "thread-1" } },
);
console.log(messages.at(-1).content);
