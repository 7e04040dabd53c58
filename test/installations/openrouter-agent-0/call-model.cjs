const { ModelResult, OpenRouter, tool } = require("@openrouter/agent");
const { z } = require("zod/v4");

void import("../openrouter-call-model.mjs").then(({ converse }) => converse({ OpenRouter, ModelResult, tool, z }));
