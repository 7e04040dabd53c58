// A CommonJS application: makes every query of the scenarios. The SDK is an ES module, which Node's require() can load.
const { runScenarios } = require("../../apps/claude-agent/scenarios.mjs");

void runScenarios(async () => ({ sdk: require("@anthropic-ai/claude-agent-sdk"), zod: require("zod") }));
