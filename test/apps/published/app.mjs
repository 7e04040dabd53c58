// An application with an OpenTelemetry SDK of its own and no preload: one client of two is observed, and a chain.
import { NodeSDK } from "@opentelemetry/sdk-node";
import "@svc/client";
import "@svc/core";
import "@svc/core/api";
import { CallbackHandler, LangChainInstrumentation } from "@svc/langchain";
import { observeOpenAI, OpenAIInstrumentation, withSvcConfig } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { RunnableLambda } from "@langchain/core/runnables";
import OpenAI from "openai";
import { converse } from "./converse.cjs";

const sdk = new NodeSDK({
  spanProcessors: [new SvcSpanProcessor()],
  instrumentations: [new OpenAIInstrumentation({ enabled: false }), new LangChainInstrumentation({ enabled: false })],
});
sdk.start();
const answers = await converse({ OpenAI, observeOpenAI, withSvcConfig, CallbackHandler, RunnableLambda });
await sdk.shutdown();
console.log(JSON.stringify(answers));
