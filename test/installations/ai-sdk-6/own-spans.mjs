// Asks through the AI SDK, with its telemetry switched on.
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";

const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
await generateText({
  model: openai.chat("gpt-4o-mini"),
  prompt: "Say hello.",
  experimental_telemetry: { isEnabled: true, functionId: "greet" },
});
