import { createOpenAI } from "@ai-sdk/openai";
import * as ai from "ai";
import { converse } from "../ai-sdk.mjs";

await converse(ai, createOpenAI, 4);
