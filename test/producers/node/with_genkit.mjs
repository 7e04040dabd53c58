import { QUESTION, provider } from "./traced.mjs";
import { googleAI } from "@genkit-ai/google-genai";
import { genkit } from "genkit";

const ai = genkit({ plugins: [googleAI({ apiKey: "x", baseUrl: process.env.GEMINI_BASE_URL })] });
await ai.generate({ model: googleAI.model("gemini-2.5-flash"), prompt: QUESTION });
await provider.forceFlush();
