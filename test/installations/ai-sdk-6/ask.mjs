// Asks through the AI SDK, twice; with its own telemetry when an argument asks for it.
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";

const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
const experimental_telemetry = { isEnabled: process.argv.includes("--telemetry") };
const ask = () =>
  generateText({ model: openai.chat("gpt-4o-mini"), prompt: "Say hello.", maxRetries: 0, experimental_telemetry });
await ask();
console.log((await ask()).text);
