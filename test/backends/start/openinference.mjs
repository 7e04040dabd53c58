import { LangChainInstrumentation } from "@arizeai/openinference-instrumentation-langchain";
import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import { OpenAIAgentsInstrumentation } from "@arizeai/openinference-instrumentation-openai-agents";
import * as callbackManagerModule from "@langchain/core/callbacks/manager";
import * as agents from "@openai/agents";
import OpenAI from "openai";
import { startSdk } from "./sdk.mjs";

const openai = new OpenAIInstrumentation();
const langchain = new LangChainInstrumentation();
const openaiAgents = new OpenAIAgentsInstrumentation();
startSdk([openai, langchain, openaiAgents]);
openai.manuallyInstrument(OpenAI);
langchain.manuallyInstrument(callbackManagerModule);
agents.setTraceProcessors([]);
openaiAgents.manuallyInstrument(agents);
