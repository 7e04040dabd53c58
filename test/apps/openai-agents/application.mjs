// An ES module application: runs what its argument names.
import * as agents from "@openai/agents";
import { z } from "zod";

const { run } = await import(new URL(`./${process.argv[2]}.mjs`, import.meta.url));
await run({ agents, z });
