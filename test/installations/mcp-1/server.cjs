const { sdk } = require("./sdk.cjs");
void import("../mcp-server.mjs").then(({ serverOf }) => serverOf(sdk).connect(new sdk.StdioServerTransport()));
