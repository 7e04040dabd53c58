// An ES module application: makes every run of the scenarios.
import { runScenarios } from "./scenarios.mjs";

await runScenarios(async () => ({ agents: await import("@openai/agents"), zod: await import("zod") }));
