import { createOpenAI } from "@ai-sdk/openai";
import * as ai from "ai";
import { converse } from "../ai-sdk.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;
const { jsonSchema, tool } = ai;
const CALCULATION = { type: "object", properties: { operation: {}, a: {}, b: {} } };
const CITY = jsonSchema({ type: "object", properties: { city: { type: "string" } } });
const named = (functionId, more = {}) => ({ telemetry: { functionId, ...more } });

await converse(ai, createOpenAI, ({ openai, MODEL, PNG, all }) => {
  const calculate = (execute) =>
    tool({ description: "Calculates", inputSchema: jsonSchema(CALCULATION), ...(execute && { execute }) });
  const asked = (answers, name, more = {}) =>
    ai.generateText({ model: openai(answers)(MODEL), prompt: "Say hello.", maxRetries: 0, ...named(name), ...more });
  const streamed = (answers, name, more = {}) =>
    ai.streamText({
      model: openai(answers)(MODEL),
      prompt: "Say hello.",
      maxRetries: 0,
      onError() {},
      ...named(name),
      ...more,
    });
  return {
    ask: async () => {
      const { text, usage, response } = await asked("cache", "ask", { instructions: "Be brief.", temperature: 0.2 });
      return { text, usage, response };
    },
    described: async () => {
      const runtimeContext = {
        userId: "ann",
        sessionId: "s1",
        tags: ["a", "b"],
        svcPrompt: { name: "greeting", version: 3 },
        plan: { seats: 4 },
        token: "a secret",
      };
      const includeRuntimeContext = { userId: true, sessionId: true, tags: true, svcPrompt: true, plan: true };
      const { text } = await asked("text", "", {
        runtimeContext,
        ...named("described", { includeRuntimeContext }),
      });
      return text;
    },
    agent: async () => {
      const agent = new ai.ToolLoopAgent({
        model: openai("tools")(MODEL),
        tools: { calculate: calculate(async ({ a, b }) => ({ sum: a + b })) },
        ...named("agent"),
      });
      const { text, steps } = await agent.generate({ prompt: "Calculate 5 + 3" });
      return { text, steps: steps.length };
    },
    nested: async () => {
      const model = openai("nested")(MODEL);
      const execute = async ({ query }) => {
        const { text } = await ai.generateText({
          model,
          prompt: `Inner agent processing: ${query}`,
          ...named("inner"),
        });
        return text;
      };
      const tools = { innerAgentTool: tool({ inputSchema: jsonSchema({ type: "object" }), execute }) };
      const { text } = await ai.generateText({
        model,
        tools,
        prompt: "What is 2+2?",
        stopWhen: ai.isStepCount(3),
        ...named("nested"),
      });
      return text;
    },
    failingTool: async () => {
      const tools = {
        calculate: calculate(async () => {
          throw new TypeError("no numbers");
        }),
      };
      const { text, steps } = await asked("tools", "failingTool", { tools, stopWhen: ai.isStepCount(2) });
      return { text, content: steps[0].content };
    },
    unexecutedTool: async () =>
      (await asked("tools", "unexecutedTool", { tools: { calculate: calculate() } })).toolCalls,
    searched: async () => {
      const provider = openai("search");
      const { text, content } = await ai.generateText({
        model: provider(MODEL),
        prompt: "Find cats.",
        tools: { web_search: provider.tools.webSearch({}) },
        ...named("searched"),
      });
      return { text, content };
    },
    retried: async () => (await asked("busy", "retried", { maxRetries: 1 })).text,
    refused: () => asked("refused", "refused"),
    stream: async () => {
      const result = streamed("stream", "stream");
      return { pieces: await all(result.textStream), usage: await result.usage };
    },
    break: async () => {
      const pieces = [];
      for await (const piece of streamed("stream", "break").textStream) {
        pieces.push(piece);
        break;
      }
      return pieces;
    },
    drop: async () => {
      const { textStream } = streamed("stream", "drop");
      return (await textStream[Symbol.asyncIterator]().next()).value;
    },
    abort: async () => {
      const controller = new AbortController();
      const pieces = [];
      for await (const piece of streamed("unfinished", "abort", { abortSignal: controller.signal }).textStream) {
        pieces.push(piece);
        controller.abort();
      }
      return pieces;
    },
    torn: async () => all(streamed("torn", "torn").textStream),
    refusedStream: async () => all(streamed("refused", "refusedStream").textStream),
    object: async () =>
      (
        await ai.generateObject({
          model: openai("object")(MODEL),
          schema: CITY,
          prompt: "Name a city.",
          ...named("object"),
        })
      ).object,
    output: async () => (await asked("object", "output", { output: ai.Output.object({ schema: CITY }) })).output,
    embed: async () => {
      const model = openai("embeddings").embedding("text-embedding-3-small");
      return (await ai.embed({ model, value: "a cat", ...named("embed") })).usage;
    },
    embedMany: async () => {
      const model = openai("embeddings").embedding("text-embedding-3-small");
      return (await ai.embedMany({ model, values: ["a", "b"], ...named("embedMany") })).embeddings;
    },
    picture: async () => {
      const content = [
        { type: "text", text: "What is it?" },
        { type: "file", data: PNG, mediaType: "image/png" },
      ];
      const { text } = await asked("text", "picture", { prompt: undefined, messages: [{ role: "user", content }] });
      return text;
    },
    withoutContent: async () =>
      (await asked("text", "", { ...named("withoutContent", { recordInputs: false, recordOutputs: false }) })).text,
    unrecorded: async () =>
      (await asked("text", "", { telemetry: { isEnabled: false, functionId: "unrecorded" } })).text,
    together: async () => {
      const one = (index) => {
        const tools = { calculate: calculate(async () => (await asked("text", `inner ${index}`)).text) };
        return asked("tools", `outer ${index}`, { tools, stopWhen: ai.isStepCount(2) });
      };
      return (await Promise.all(Array.from({ length: 20 }, (_, index) => one(index)))).map(({ text }) => text);
    },
  };
});
