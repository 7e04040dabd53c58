// Route of a chat: streams the answer of an agent with a tool to the page's useChat.
import { createOpenAI } from "@ai-sdk/openai";
import { convertToModelMessages, isStepCount, jsonSchema, streamText, tool } from "ai";

const get_weather = tool({
  inputSchema: jsonSchema({ type: "object", properties: { location: { type: "string" } } }),
  execute: async ({ location }) => `Rain in ${location}`,
});

export async function POST(request) {
  const { messages } = await request.json();
  const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
  const result = streamText({
    model: openai.chat("gpt-4o-mini"),
    messages: await convertToModelMessages(messages),
    tools: { get_weather },
    stopWhen: isStepCount(3),
    telemetry: { functionId: "chat" },
  });
  return result.toUIMessageStreamResponse();
}
