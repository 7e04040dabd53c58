import { itemEvents, open, pcm, spoken, userMessage } from "../../integration/openai/realtime/realtime-events.ts";
import { startRealtimeServer } from "../../integration/openai/realtime/realtime-server.ts";
import { PROVIDER_TESTS } from "../../support/all-provider-tests.ts";
import { MARKER, type MarkedProgram } from "./kept-content.ts";

/** Programs for each instrumentation of the preload that records calls: plain, streamed and failing ones. A new instrumentation needs one. */
export const MARKED_PROGRAMS: Readonly<Record<string, readonly MarkedProgram[]>> = {
  ...Object.fromEntries(Array.from(PROVIDER_TESTS, ([name, { markedPrograms }]) => [name, markedPrograms])),
  openai: [{ app: "openai-7", args: ["content.mjs"], markers: 30, hasMedia: true }],
  langchain: [{ app: "langchain", args: ["content.mjs"], markers: 35, hasMedia: true }],
  "ai-sdk": [
    { app: "ai-sdk-5", markers: 28, hasMedia: true },
    { app: "ai-sdk-7", markers: 30, hasMedia: true },
  ],
  "openai-realtime": [{ app: "openai-7", args: ["realtime.cjs"], markers: 2, isWhole: true, server: speak }],
  groq: [{ app: "openai-compatible", args: ["required.cjs"], markers: 15 }],
  together: [],
  cerebras: [],
  openrouter: [
    { app: "openrouter-1", markers: 18, hasMedia: true },
    { app: "openrouter-1", args: ["call-model.mjs"], markers: 7 },
  ],
  "openai-agents": [{ app: "openai-agents", compared: "No maths,No news,concurrent $,Outer $,Inner $", markers: 14 }],
  "claude-agent": [{ app: "claude-agent-0.3", args: ["main.mjs", "failingTool"], markers: 3 }],
  mcp: [
    { app: "mcp-1", markers: 7 },
    { app: "mcp-1", args: ["results.mjs"], markers: 5 },
  ],
  "ai-sdk-mcp": [{ app: "mcp-frameworks", compared: "add 2 3,notes__add 4 5,add $ 100,fail 0 0,fail", markers: 2 }],
  pinecone: [{ app: "vector-stores", markers: 6 }],
  qdrant: [],
  chroma: [],
  weaviate: [],
  llamaindex: [{ app: "llamaindex", args: ["main.mjs", "rag-chat"], markers: 10 }],
  mastra: [
    { app: "mastra", args: ["main.mjs", "weather"], markers: 14 },
    { app: "mastra", args: ["main.mjs", "endings"], markers: 8 },
  ],
};

/** Starts a Realtime session that answers by voice. */
async function speak() {
  const server = await startRealtimeServer();
  server.script = async (peer) => {
    open(peer);
    await peer.next("response.create");
    peer.send(...itemEvents(userMessage("item_1", `${MARKER}9001.Name one ocean.`)));
    peer.send(...spoken("resp_1", "item_2", [`${MARKER}9002.Pacific.`], [pcm(0.5, 1)]));
  };
  return { env: { REALTIME_PORT: String(server.port) }, close: () => server.close() };
}
