import { MODEL, QUESTION, SYSTEM, provider } from "./traced.mjs";
import { createOpenAI } from "@ai-sdk/openai";
import { OpenTelemetry } from "@ai-sdk/otel";
import { generateText } from "ai";

const telemetry = { integrations: [new OpenTelemetry()] };
await generateText({ model: createOpenAI().chat(MODEL), instructions: SYSTEM, prompt: QUESTION, telemetry });
await provider.forceFlush();
