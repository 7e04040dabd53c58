// Starts the application's own SDK, with a processor of its own.
import { NodeSDK } from "@opentelemetry/sdk-node";
import { recordingProcessor } from "../recording-processor.cjs";

new NodeSDK({ spanProcessors: [recordingProcessor], instrumentations: [] }).start();
