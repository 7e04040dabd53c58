import * as messages from "@langchain/core/messages";
import * as output_parsers from "@langchain/core/output_parsers";
import * as prompts from "@langchain/core/prompts";
import * as retrievers from "@langchain/core/retrievers";
import * as runnables from "@langchain/core/runnables";
import * as tools from "@langchain/core/tools";
import * as testing from "@langchain/core/utils/testing";
import * as langgraph from "@langchain/langgraph";
import * as openai from "@langchain/openai";
import * as langchain from "langchain";
import { z } from "zod";
import { run } from "./scenarios.mjs";

await run({
  ...messages,
  ...output_parsers,
  ...prompts,
  ...retrievers,
  ...runnables,
  ...tools,
  ...testing,
  ...openai,
  langgraph,
  langchain,
  z,
});
