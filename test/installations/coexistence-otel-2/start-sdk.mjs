// Starts the application's own SDK, with a processor of its own.
import { NodeSDK } from "@opentelemetry/sdk-node";
import { remembering } from "../remembering.cjs";

new NodeSDK({ spanProcessors: [remembering], instrumentations: [] }).start();
