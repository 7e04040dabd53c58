// An OpenTelemetry SDK of the application's own, and an observed client of each provider.
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { NodeSDK } from "@opentelemetry/sdk-node";
import { observeAnthropic } from "@svc/anthropic";
import { observeCohere } from "@svc/cohere";
import { observeGoogleGenAI } from "@svc/google-genai";
import { observeMistral } from "@svc/mistral";
import { observeOllama } from "@svc/ollama";
import { SvcSpanProcessor } from "@svc/otel";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import { askProviders } from "./ask-providers.cjs";

const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor()] });
sdk.start();
const answers = await askProviders({
  sdks: { Anthropic, CohereClientV2, GoogleGenAI, Mistral, Ollama },
  observe: {
    anthropic: observeAnthropic,
    cohere: observeCohere,
    google: observeGoogleGenAI,
    mistral: observeMistral,
    ollama: observeOllama,
  },
});
console.log(JSON.stringify(answers));
await sdk.shutdown();
