// Asks through the AI SDK, twice; wraps the options of the calls when an argument asks for it.
const { createOpenAI } = require("@ai-sdk/openai");
const { withSvcTelemetry } = require("@svc/ai-sdk");
const { generateText } = require("ai");

const openai = createOpenAI({ apiKey: "a key", baseURL: process.env.OPENAI_BASE_URL });
const wrap = process.argv.includes("--wrapped") ? withSvcTelemetry : (options) => options;
const ask = () => generateText(wrap({ model: openai.chat("gpt-4o-mini"), prompt: "Say hello.", maxRetries: 0 }));
void ask()
  .then(ask)
  .then(({ text }) => console.log(text));
