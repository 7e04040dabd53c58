// Has an agent of the AI SDK answer with a tool.
import { createOpenAI } from "@ai-sdk/openai";
import { ToolLoopAgent, jsonSchema, tool } from "ai";

const openai = createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
const agent = new ToolLoopAgent({
  id: "meteorologist",
  model: openai.chat("gpt-4o-mini"),
  instructions: "Be short.",
  tools: {
    get_weather: tool({
      description: "Weather of a city",
      inputSchema: jsonSchema({ type: "object", properties: { city: { type: "string" } }, required: ["city"] }),
      execute: () => ({ celsius: 14 }),
    }),
  },
});
console.log((await agent.generate({ prompt: "What is the weather in the capital of France?" })).text);
