// An ES module application: asks a Realtime session once.
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { ask } from "./realtime-question.cjs";

ask(OpenAI, OpenAIRealtimeWS);
