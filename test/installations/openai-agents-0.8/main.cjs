void import("../../apps/openai-agents/scenarios.mjs").then(({ runScenarios }) =>
  runScenarios(async () => ({ agents: require("@openai/agents"), zod: require("zod") })),
);
