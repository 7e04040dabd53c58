// An experiment as a test, in CommonJS.
const { SvcClient } = require("@svc/client");
const { experimentTest } = require("@svc/client/vitest");

experimentTest("capitals", {
  client: new SvcClient(),
  data: [{ input: "France", expectedOutput: "Paris" }],
  task: async () => "Paris",
  evaluators: [async ({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 })],
  thresholds: { exact: 0.9 },
});
