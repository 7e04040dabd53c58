import * as agent from "@mastra/core/agent";
import * as mastra from "@mastra/core/mastra";
import * as tools from "@mastra/core/tools";
import * as workflows from "@mastra/core/workflows";
import * as observability from "@mastra/observability";
import * as qdrant from "@qdrant/js-client-rest";
import { z } from "zod";

const { run } = await import(new URL(`../../apps/mastra/${process.argv[2]}.mjs`, import.meta.url));
await run({ ...agent, ...mastra, ...tools, ...workflows, ...observability, ...qdrant, z });
