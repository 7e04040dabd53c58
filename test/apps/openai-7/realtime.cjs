// A CommonJS application: asks a Realtime session once.
const OpenAI = require("openai");
const { OpenAIRealtimeWS } = require("openai/realtime/ws");
const { ask } = require("./realtime-question.cjs");

ask(OpenAI, OpenAIRealtimeWS);
