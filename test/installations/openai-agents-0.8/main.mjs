import * as agents from "@openai/agents";
import * as zod from "zod";
import { runScenarios } from "../../apps/openai-agents/scenarios.mjs";

await runScenarios(async () => ({ agents, zod }));
