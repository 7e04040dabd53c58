import { AI_SDK_FILES, AI_SDK_FUNCTIONS, registerAiSdkLazily } from "@svc/ai-sdk";
import { ANTHROPIC_FILES } from "@svc/anthropic";
import { BEDROCK_FILES } from "@svc/bedrock";
import { COHERE_FILES } from "@svc/cohere";
import { GOOGLE_GENAI_FILES } from "@svc/google-genai";
import { LANGCHAIN_FILES } from "@svc/langchain";
import { MCP_FILES, MCP_PACKAGES } from "@svc/mcp";
import { LLAMAINDEX_FILES, LLAMAINDEX_PACKAGES } from "@svc/llamaindex";
import { MASTRA_FILES } from "@svc/mastra";
import { MISTRAL_FILES } from "@svc/mistral";
import { OLLAMA_FILES } from "@svc/ollama";
import { COMPATIBLE_FILES, OPENAI_FILES } from "@svc/openai";
import { OPENAI_AGENTS_FILES, OPENAI_AGENTS_PACKAGES } from "@svc/openai-agents";
import { OPENROUTER_AGENT, OPENROUTER_FILES } from "@svc/openai/openrouter";
import { AGENTS_REALTIME_PACKAGE, AGENTS_SOCKET_FILES, REALTIME_FILES } from "@svc/openai/realtime";
import { SEARCHED_FILES } from "@svc/retrieval";
import type { InstrumentationRow } from "./instrumentation-row.ts";

/** Instrumentations that record what an application does with models. They are this project's own. */
export const MODEL_INSTRUMENTATIONS: readonly InstrumentationRow[] = [
  {
    name: "openai",
    purpose: "observations",
    modules: ["openai"],
    files: OPENAI_FILES,
    className: "OpenAIInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "openai-realtime",
    purpose: "observations",
    modules: ["openai", AGENTS_REALTIME_PACKAGE],
    files: [...REALTIME_FILES, ...AGENTS_SOCKET_FILES],
    className: "RealtimeInstrumentation",
    load: () => require("@svc/openai/realtime"),
  },
  {
    name: "anthropic",
    purpose: "observations",
    modules: ["@anthropic-ai/sdk"],
    files: ANTHROPIC_FILES,
    className: "AnthropicInstrumentation",
    load: () => require("@svc/anthropic"),
  },
  {
    name: "groq",
    purpose: "observations",
    modules: ["groq-sdk"],
    files: COMPATIBLE_FILES["groq-sdk"],
    className: "GroqInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "together",
    purpose: "observations",
    modules: ["together-ai"],
    files: COMPATIBLE_FILES["together-ai"],
    className: "TogetherInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "cerebras",
    purpose: "observations",
    modules: ["@cerebras/cerebras_cloud_sdk"],
    files: COMPATIBLE_FILES["@cerebras/cerebras_cloud_sdk"],
    className: "CerebrasInstrumentation",
    load: () => require("@svc/openai"),
  },
  {
    name: "openrouter",
    purpose: "observations",
    modules: ["@openrouter/sdk", OPENROUTER_AGENT],
    files: OPENROUTER_FILES,
    className: "OpenRouterInstrumentation",
    load: () => require("@svc/openai/openrouter"),
  },
  {
    name: "langchain",
    purpose: "observations",
    modules: ["@langchain/core"],
    files: LANGCHAIN_FILES,
    className: "LangChainInstrumentation",
    load: () => require("@svc/langchain"),
  },
  {
    name: "ai-sdk",
    purpose: "observations",
    modules: ["ai"],
    files: AI_SDK_FILES,
    functions: AI_SDK_FUNCTIONS,
    registerStandIn: registerAiSdkLazily,
    className: "AiSdkInstrumentation",
    load: () => require("@svc/ai-sdk"),
  },
  {
    name: "openai-agents",
    purpose: "observations",
    modules: OPENAI_AGENTS_PACKAGES,
    files: OPENAI_AGENTS_FILES,
    className: "OpenAIAgentsInstrumentation",
    load: () => require("@svc/openai-agents"),
  },
  {
    name: "claude-agent",
    purpose: "observations",
    modules: ["@anthropic-ai/claude-agent-sdk"],
    className: "ClaudeAgentInstrumentation",
    load: () => require("@svc/claude-agent"),
  },
  {
    name: "google-genai",
    purpose: "observations",
    modules: ["@google/genai"],
    files: GOOGLE_GENAI_FILES,
    className: "GoogleGenAIInstrumentation",
    load: () => require("@svc/google-genai"),
  },
  {
    name: "bedrock",
    purpose: "observations",
    modules: ["@aws-sdk/client-bedrock-runtime"],
    files: BEDROCK_FILES,
    className: "BedrockInstrumentation",
    load: () => require("@svc/bedrock"),
  },
  {
    name: "mistral",
    purpose: "observations",
    modules: ["@mistralai/mistralai"],
    files: MISTRAL_FILES,
    className: "MistralInstrumentation",
    load: () => require("@svc/mistral"),
  },
  {
    name: "cohere",
    purpose: "observations",
    modules: ["cohere-ai"],
    files: COHERE_FILES,
    className: "CohereInstrumentation",
    load: () => require("@svc/cohere"),
  },
  {
    name: "ollama",
    purpose: "observations",
    modules: ["ollama"],
    files: OLLAMA_FILES,
    className: "OllamaInstrumentation",
    load: () => require("@svc/ollama"),
  },
  {
    name: "mcp",
    purpose: "observations",
    modules: MCP_PACKAGES,
    files: MCP_FILES,
    className: "McpInstrumentation",
    load: () => require("@svc/mcp"),
  },
  {
    name: "ai-sdk-mcp",
    purpose: "observations",
    modules: ["@ai-sdk/mcp"],
    className: "AiSdkMcpInstrumentation",
    load: () => require("@svc/mcp"),
  },
  {
    name: "pinecone",
    purpose: "observations",
    modules: ["@pinecone-database/pinecone"],
    files: SEARCHED_FILES["@pinecone-database/pinecone"],
    className: "PineconeInstrumentation",
    load: () => require("@svc/retrieval"),
  },
  {
    name: "qdrant",
    purpose: "observations",
    modules: ["@qdrant/js-client-rest"],
    files: SEARCHED_FILES["@qdrant/js-client-rest"],
    className: "QdrantInstrumentation",
    load: () => require("@svc/retrieval"),
  },
  {
    name: "chroma",
    purpose: "observations",
    modules: ["chromadb"],
    files: SEARCHED_FILES.chromadb,
    className: "ChromaInstrumentation",
    load: () => require("@svc/retrieval"),
  },
  {
    name: "weaviate",
    purpose: "observations",
    modules: ["weaviate-client"],
    files: SEARCHED_FILES["weaviate-client"],
    className: "WeaviateInstrumentation",
    load: () => require("@svc/retrieval"),
  },
  {
    name: "llamaindex",
    purpose: "observations",
    modules: LLAMAINDEX_PACKAGES,
    files: LLAMAINDEX_FILES,
    className: "LlamaIndexInstrumentation",
    load: () => require("@svc/llamaindex"),
  },
  {
    name: "mastra",
    purpose: "observations",
    modules: ["@mastra/observability"],
    files: MASTRA_FILES,
    className: "MastraInstrumentation",
    load: () => require("@svc/mastra"),
  },
];
