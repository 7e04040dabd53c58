import * as agents from "@openai/agents";
import { z } from "zod";

const { run } = await import(new URL(`../../apps/openai-agents/${process.argv[2]}.mjs`, import.meta.url));
await run({ agents, z });
