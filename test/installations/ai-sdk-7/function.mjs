// A function of Vercel: answers a request with the stream of a chat. The platform knows the work of the request by `waitUntil` of the
// request's context, and freezes the function once that is done, which a signal that cannot be caught stands for here.
import { createOpenAI } from "@ai-sdk/openai";
import { streamText } from "ai";

const awaited = [];
const request = { waitUntil: (promise) => void awaited.push(promise) };
globalThis[Symbol.for("@vercel/request-context")] = { get: () => request };

const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
const result = streamText({ model: openai.chat("gpt-4o-mini"), prompt: "Which ocean?" });
await result.toUIMessageStreamResponse().text();
for (let done = -1; done < awaited.length;) {
  done = awaited.length;
  await Promise.all(awaited);
}
process.kill(process.pid, "SIGKILL");
