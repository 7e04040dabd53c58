const { createOpenAI } = require("@ai-sdk/openai");
const ai = require("ai");

void import("../ai-sdk.mjs").then(({ converse }) => converse(ai, createOpenAI, 5));
