import * as agent from "@mastra/core/agent";
import * as llm from "@mastra/core/llm";
import * as mastra from "@mastra/core/mastra";
import * as storage from "@mastra/core/storage";
import * as tools from "@mastra/core/tools";
import * as workflows from "@mastra/core/workflows";
import * as memory from "@mastra/memory";
import * as observability from "@mastra/observability";
import * as vectors from "@mastra/qdrant";
import * as rag from "@mastra/rag";
import * as qdrant from "@qdrant/js-client-rest";
import { z } from "zod";

const { run } = await import(new URL(`../../apps/mastra/${process.argv[2]}.mjs`, import.meta.url));
const core = { ...agent, ...llm, ...mastra, ...storage, ...tools, ...workflows };
await run({ ...core, ...memory, ...observability, ...vectors, ...rag, ...qdrant, z });
