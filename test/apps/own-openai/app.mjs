// An application with an OpenTelemetry SDK of its own and no preload: one client of two is observed.
import { NodeSDK } from "@opentelemetry/sdk-node";
import { observeOpenAI, withSvcConfig } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import OpenAI from "openai";
import { converse } from "./converse.cjs";

const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor()] });
sdk.start();
console.log(JSON.stringify(await converse({ OpenAI, observeOpenAI, withSvcConfig })));
await sdk.shutdown();
