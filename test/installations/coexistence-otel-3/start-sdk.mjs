// Starts the application's own SDK, with a processor of its own.
import { NodeSDK } from "@opentelemetry/sdk-node";
import { Remembering } from "../remembering.mjs";

export const remembering = (globalThis.remembering ??= new Remembering());
new NodeSDK({ spanProcessors: [remembering], instrumentations: [] }).start();
