// Asks through the AI SDK, twice; with telemetry of its own when an argument asks for it.
import { createOpenAI } from "@ai-sdk/openai";
import { OpenTelemetry } from "@ai-sdk/otel";
import { generateText, registerTelemetry } from "ai";

/** Integration of the application's own. */
const integration = { onStart: () => console.log("heard a start"), onEnd: () => console.log("heard an end") };
const telemetry = process.argv.includes("--integration") ? { integrations: integration } : {};

if (process.argv.includes("--telemetry")) registerTelemetry(new OpenTelemetry());
const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
const ask = () => generateText({ model: openai.chat("gpt-4o-mini"), prompt: "Say hello.", maxRetries: 0, telemetry });
await ask();
console.log((await ask()).text);
