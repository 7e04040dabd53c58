import * as callbackManagerModule from "@langchain/core/callbacks/manager";
import { LangChainInstrumentation } from "@traceloop/instrumentation-langchain";
import { McpInstrumentation } from "@traceloop/instrumentation-mcp";
import { OpenAIInstrumentation } from "@traceloop/instrumentation-openai";
import { OpenAI } from "openai";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { startSdk } from "./sdk.mjs";

// Its estimate of tokens ends the process on a streamed call.
const openai = new OpenAIInstrumentation({ enrichTokens: false });
const langchain = new LangChainInstrumentation();
const mcp = new McpInstrumentation();
startSdk([openai, langchain, mcp]);
openai.manuallyInstrument(OpenAI);
langchain.manuallyInstrument({ callbackManagerModule });
mcp.manuallyInstrument({ Client });
