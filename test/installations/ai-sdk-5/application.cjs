const { createOpenAI } = require("@ai-sdk/openai");
const ai = require("ai");
const { z } = require("zod");

void import(`../../apps/ai-sdk/${process.argv[2]}.mjs`).then(({ run }) => run({ ai, createOpenAI, major: 5, z }));
