import { ModelResult, OpenRouter, tool } from "@openrouter/agent";
import { z } from "zod/v4";
import { converse } from "../openrouter-call-model.mjs";

await converse({ OpenRouter, ModelResult, tool, z });
