// An ES module application: makes every query of the scenarios.
import { runScenarios } from "../../apps/claude-agent/scenarios.mjs";

await runScenarios(async () => ({ sdk: await import("@anthropic-ai/claude-agent-sdk"), zod: await import("zod") }));
