const { join } = require("node:path");
const { sdk } = require("./sdk.cjs");
void import("../mcp.mjs").then(({ converse }) => converse({ ...sdk, server: join(__dirname, "server.cjs") }));
