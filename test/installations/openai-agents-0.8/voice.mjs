// An ES module application: a call with a voice agent.
import * as realtime from "@openai/agents/realtime";
import { z } from "zod";
import { call } from "../../apps/openai-agents/voice-call.cjs";

await call(realtime, z);
