// A CommonJS application: makes every run of the scenarios.
void import("./scenarios.mjs").then(({ runScenarios }) =>
  runScenarios(async () => ({ agents: require("@openai/agents"), zod: require("zod") })),
);
