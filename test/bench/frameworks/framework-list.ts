import type { Framework } from "./framework.ts";
import { aiSdk6, aiSdk7 } from "./packages/ai-sdk.ts";
import { claudeAgent } from "./packages/claude-agent.ts";
import { langchain } from "./packages/langchain.ts";
import { llamaindex } from "./packages/llamaindex.ts";
import { mastra } from "./packages/mastra.ts";
import { openaiAgents } from "./packages/openai-agents.ts";
import { chroma, pinecone, qdrant } from "./packages/vector-stores.ts";

/** Frameworks whose calls are measured, by the names of their benchmarks. */
export const FRAMEWORKS = {
  "ai-sdk-7": aiSdk7,
  "ai-sdk-6": aiSdk6,
  "openai-agents": openaiAgents,
  "claude-agent": claudeAgent,
  mastra,
  llamaindex,
  langchain,
  pinecone,
  qdrant,
  chroma,
} satisfies Readonly<Record<string, Framework<never>>>;

/** Name of a framework's benchmark. */
export type FrameworkName = keyof typeof FRAMEWORKS;
