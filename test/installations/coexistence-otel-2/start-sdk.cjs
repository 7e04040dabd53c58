// The same in CommonJS.
const { NodeSDK } = require("@opentelemetry/sdk-node");
const { remembering } = require("../remembering.cjs");

new NodeSDK({ spanProcessors: [remembering], instrumentations: [] }).start();
