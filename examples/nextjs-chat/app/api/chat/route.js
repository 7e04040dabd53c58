import { openai } from "@ai-sdk/openai";
import { convertToModelMessages, streamText } from "ai";

export async function POST(request) {
  const { messages } = await request.json();
  const result = streamText({ model: openai("gpt-4.1-mini"), messages: await convertToModelMessages(messages) });
  return result.toUIMessageStreamResponse();
}
