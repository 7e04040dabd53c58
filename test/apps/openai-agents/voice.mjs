// An ES module application: a call with a voice agent.
import * as realtime from "@openai/agents/realtime";
import { z } from "zod";
import { call } from "./voice-call.cjs";

await call(realtime, z);
