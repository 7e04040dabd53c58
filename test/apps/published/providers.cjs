// The same as a CommonJS module.
const Anthropic = require("@anthropic-ai/sdk");
const { GoogleGenAI } = require("@google/genai");
const { Mistral } = require("@mistralai/mistralai");
const { NodeSDK } = require("@opentelemetry/sdk-node");
const { observeAnthropic } = require("@svc/anthropic");
const { observeCohere } = require("@svc/cohere");
const { observeGoogleGenAI } = require("@svc/google-genai");
const { observeMistral } = require("@svc/mistral");
const { observeOllama } = require("@svc/ollama");
const { SvcSpanProcessor } = require("@svc/otel");
const { CohereClientV2 } = require("cohere-ai");
const { Ollama } = require("ollama");
const { askProviders } = require("./ask-providers.cjs");

const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor()] });
sdk.start();
void askProviders({
  sdks: { Anthropic, CohereClientV2, GoogleGenAI, Mistral, Ollama },
  observe: {
    anthropic: observeAnthropic,
    cohere: observeCohere,
    google: observeGoogleGenAI,
    mistral: observeMistral,
    ollama: observeOllama,
  },
})
  .then((answers) => console.log(JSON.stringify(answers)))
  .then(() => sdk.shutdown());
