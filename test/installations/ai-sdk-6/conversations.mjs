// Conversations with Anthropic and Google through this version of the AI SDK.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import * as ai from "ai";
import { replay } from "../ai-sdk-conversations.mjs";

await replay(ai, { createAnthropic, createGoogleGenerativeAI }, 6);
