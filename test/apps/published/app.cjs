// The same as a CommonJS module.
const { NodeSDK } = require("@opentelemetry/sdk-node");
require("@svc/client");
require("@svc/core");
require("@svc/core/api");
const { CallbackHandler, LangChainInstrumentation } = require("@svc/langchain");
const { observeOpenAI, OpenAIInstrumentation, withSvcConfig } = require("@svc/openai");
const { SvcSpanProcessor } = require("@svc/otel");
const { RunnableLambda } = require("@langchain/core/runnables");
const { OpenAI } = require("openai");
const { converse } = require("./converse.cjs");

const sdk = new NodeSDK({
  spanProcessors: [new SvcSpanProcessor()],
  instrumentations: [new OpenAIInstrumentation({ enabled: false }), new LangChainInstrumentation({ enabled: false })],
});
sdk.start();
void converse({ OpenAI, observeOpenAI, withSvcConfig, CallbackHandler, RunnableLambda })
  .then((answers) => console.log(JSON.stringify(answers)))
  .then(() => sdk.shutdown());
