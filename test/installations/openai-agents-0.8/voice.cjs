// A CommonJS application: a call with a voice agent.
const realtime = require("@openai/agents/realtime");
const { z } = require("zod");
const { call } = require("../../apps/openai-agents/voice-call.cjs");

void call(realtime, z);
