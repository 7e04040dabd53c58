import { OpenRouter } from "@openrouter/sdk";
import { ModelResult } from "@openrouter/sdk/lib/model-result.js";
import { tool } from "@openrouter/sdk/lib/tool.js";
import { z } from "zod/v4";
import { converse } from "../openrouter-call-model.mjs";

await converse({ OpenRouter, ModelResult, tool, z });
