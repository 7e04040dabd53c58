// The same in CommonJS.
const { NodeSDK } = require("@opentelemetry/sdk-node");
const { recordingProcessor } = require("../recording-processor.cjs");

new NodeSDK({ spanProcessors: [recordingProcessor], instrumentations: [] }).start();
