import type { Provider } from "@svc/instrumentation";

/** Folders with the instrumentations of this repository, in the order of all tables and lists. A new instrumentation needs its line. */
const FOLDERS = [
  "openai",
  "anthropic",
  "google-genai",
  "bedrock",
  "mistral",
  "cohere",
  "ollama",
  "voyageai",
  "ai-sdk",
  "langchain",
  "openai-agents",
  "claude-agent",
  "mastra",
  "llamaindex",
  "mcp",
  "retrieval",
] as const;

/** All instrumentations that record model calls. Whatever lists them reads this table, or is generated from it. */
export const PROVIDERS: readonly Provider[] = (
  await Promise.all(
    FOLDERS.map(async (folder) => (await import(`./${folder}/provider.ts`)) as { PROVIDERS: readonly Provider[] }),
  )
).flatMap((folder) => folder.PROVIDERS);
