// The same as a CommonJS module.
const { NodeSDK } = require("@opentelemetry/sdk-node");
const { observeOpenAI, withSvcConfig } = require("@svc/openai");
const { SvcSpanProcessor } = require("@svc/otel");
const { OpenAI } = require("openai");
const { converse } = require("./converse.cjs");

const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor()] });
sdk.start();
void converse({ OpenAI, observeOpenAI, withSvcConfig })
  .then((answers) => console.log(JSON.stringify(answers)))
  .then(() => sdk.shutdown());
