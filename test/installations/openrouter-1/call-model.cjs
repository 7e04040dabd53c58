const { OpenRouter } = require("@openrouter/sdk");
const { ModelResult } = require("@openrouter/sdk/lib/model-result.js");
const { tool } = require("@openrouter/sdk/lib/tool.js");
const { z } = require("zod/v4");

void import("../openrouter-call-model.mjs").then(({ converse }) => converse({ OpenRouter, ModelResult, tool, z }));
