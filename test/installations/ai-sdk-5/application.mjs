import { createOpenAI } from "@ai-sdk/openai";
import * as ai from "ai";
import { z } from "zod";

const { run } = await import(new URL(`../../apps/ai-sdk/${process.argv[2]}.mjs`, import.meta.url));
await run({ ai, createOpenAI, major: 5, z });
