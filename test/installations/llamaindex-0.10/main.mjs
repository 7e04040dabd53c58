import * as openai from "@llamaindex/openai";
import * as workflow from "@llamaindex/workflow";
import * as llamaindex from "llamaindex";
import { z } from "zod";

const { run } = await import(new URL(`../../apps/llamaindex/${process.argv[2]}.mjs`, import.meta.url));
await run({ llamaindex, openai, workflow, z });
