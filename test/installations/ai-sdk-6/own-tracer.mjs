// Asks through the AI SDK with a tracer of the application's own, and prints the names of its spans.
import { createOpenAI } from "@ai-sdk/openai";
import { trace } from "@opentelemetry/api";
import { generateText } from "ai";

const names = [];
const tracer = {
  startActiveSpan(name, _options, work) {
    names.push(name);
    return work(trace.wrapSpanContext({ traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 0 }));
  },
};
const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
await generateText({
  model: openai.chat("gpt-4o-mini"),
  prompt: "Say hello.",
  experimental_telemetry: { isEnabled: true, tracer },
});
console.log(names.join());
