// An application that loads the part of the SDK without what administers sessions.
import { runScenarios } from "../../apps/claude-agent/scenarios.mjs";

await runScenarios(async () => ({
  sdk: await import("@anthropic-ai/claude-agent-sdk/core"),
  zod: await import("zod"),
}));
