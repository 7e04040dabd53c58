const { sdk } = require("./sdk.cjs");

void import("../mcp-results.mjs").then(({ readResults }) =>
  readResults({ ...sdk, callRequest: "tools/call", listRequest: "tools/list" }),
);
