import { CallbackHandler } from "@svc/langchain";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { startActiveObservation } from "@svc/tracing";
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda, type RunnableConfig } from "@langchain/core/runnables";
import { FakeListChatModel, FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { captureLogLines } from "../../support/log-lines.ts";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";

const recording = recordEachTest();
afterEach(() => {
  vi.restoreAllMocks();
});

const model = () => new FakeListChatModel({ responses: ["An answer"] });
const lambda = (name: string, fn: (input: string, config: RunnableConfig) => unknown = (input) => input) =>
  RunnableLambda.from(fn as (input: string) => string).withConfig({ runName: name });

const attributesOf = (name: string) => recording.span(name).attributes;
const parentOf = (name: string) => recording.span(name).parentSpanContext?.spanId;
const idOf = (name: string) => recording.span(name).spanContext().spanId;

/** Handler methods as LangChain calls them at run time, which its types declare differently. */
type Called = Record<`handle${string}`, (...args: unknown[]) => void>;
const called = (handler: CallbackHandler): Called => handler as unknown as Called;

describe("CallbackHandler", () => {
  it("is a valid handler for LangChain", () => {
    const handler: BaseCallbackHandler = new CallbackHandler();
    expect(handler).toMatchObject({ name: "SvcCallbackHandler", awaitHandlers: true, raiseError: false });
    expect(handler.copy()).toBeInstanceOf(CallbackHandler);
    expect(JSON.parse(JSON.stringify(handler))).toEqual({
      lc: 1,
      type: "not_implemented",
      id: ["langchain_core", "callbacks", "SvcCallbackHandler", "CallbackHandler"],
    });
  });

  it("records its runs below the active observation", async () => {
    const handler = new CallbackHandler();
    expect(handler.last_trace_id).toBeNull();
    await startActiveObservation("request", () =>
      lambda("outer", (input, config) => lambda("inner").invoke(input, config)).invoke("Hi", { callbacks: [handler] }),
    );
    expect(parentOf("outer")).toBe(idOf("request"));
    expect(parentOf("inner")).toBe(idOf("outer"));
    expect(handler.last_trace_id).toBe(recording.span("request").spanContext().traceId);
  });

  it("sets the trace attributes on every observation", async () => {
    const handler = new CallbackHandler({
      userId: "user-1",
      sessionId: "chat-7",
      tags: ["support"],
      version: "v2",
      traceMetadata: { plan: "pro", seats: 3 },
    });
    await lambda("outer", (input, config) => lambda("inner").invoke(input, config)).invoke("Hi", {
      callbacks: [handler],
      tags: ["funny", "support"],
    });
    // The processor writes the attributes that `propagateAttributes` gives to inner observations; the outermost observation has
    // them.
    expect(attributesOf("outer")).toMatchObject({
      [A.TRACE_USER_ID]: "user-1",
      [A.TRACE_SESSION_ID]: "chat-7",
      [A.TRACE_TAGS]: ["funny", "support"],
      [A.VERSION]: "v2",
      [`${A.TRACE_METADATA}.plan`]: '"pro"',
      [`${A.TRACE_METADATA}.seats`]: "3",
    });
  });

  it.each([
    ["svcUserId over the parameter", { svcUserId: "user-2" }, A.TRACE_USER_ID, "user-2"],
    ["svcSessionId over the parameter", { svcSessionId: "chat-8" }, A.TRACE_SESSION_ID, "chat-8"],
    ["svcSessionId over thread_id", { svcSessionId: "chat-8", thread_id: "9" }, A.TRACE_SESSION_ID, "chat-8"],
    ["the parameter over thread_id", { thread_id: "9" }, A.TRACE_SESSION_ID, "chat-7"],
  ])("accepts %s", async (_what, metadata, attribute, value) => {
    const handler = new CallbackHandler({ userId: "user-1", sessionId: "chat-7" });
    await lambda("run").invoke("Hi", { callbacks: [handler], metadata });
    expect(attributesOf("run")[attribute]).toBe(value);
  });

  it("uses LangGraph's thread_id as the default session", async () => {
    await lambda("run").invoke("Hi", { callbacks: [new CallbackHandler()], metadata: { thread_id: "9" } });
    expect(attributesOf("run")).toMatchObject({
      [A.TRACE_SESSION_ID]: "9",
      [`${A.OBSERVATION_METADATA}.thread_id`]: '"9"',
    });
  });

  it("encodes metadata by the contract, and omits the SDK's own keys", async () => {
    const metadata = { step: 2, path: ["a", 1], note: "7", svcUserId: "u", svcSessionId: "s", svcPrompt: {} };
    await lambda("run").invoke("Hi", { callbacks: [new CallbackHandler()], metadata, tags: ["t"] });
    const keys = Object.entries(attributesOf("run")).filter(([key]) => key.startsWith(A.OBSERVATION_METADATA));
    expect(Object.fromEntries(keys)).toEqual({
      [`${A.OBSERVATION_METADATA}.tags`]: '["t"]',
      [`${A.OBSERVATION_METADATA}.step`]: "2",
      [`${A.OBSERVATION_METADATA}.path`]: '["a",1]',
      [`${A.OBSERVATION_METADATA}.note`]: '"7"',
    });
  });

  it("links a template's prompt to the next generation beside it, once", async () => {
    const template = ChatPromptTemplate.fromTemplate("About {topic}").withConfig({
      metadata: { svcPrompt: { name: "about", version: 3, isFallback: false } },
    });
    const both = template.pipe(model().withConfig({ runName: "first" }));
    const chain = both.pipe((message: AIMessage) => [message]).pipe(model().withConfig({ runName: "second" }));
    await chain.invoke({ topic: "bears" }, { callbacks: [new CallbackHandler()] });
    expect(attributesOf("first")).toMatchObject({
      [A.OBSERVATION_PROMPT_NAME]: "about",
      [A.OBSERVATION_PROMPT_VERSION]: 3,
    });
    expect(attributesOf("second")).not.toHaveProperty(A.OBSERVATION_PROMPT_NAME);
  });

  it.each([
    ["a fallback", { name: "about", version: 3, isFallback: true }],
    ["something else", "about"],
    ["a prompt without a version", { name: "about" }],
  ])("does not link %s", async (_what, svcPrompt) => {
    await model().invoke("Hi", { callbacks: [new CallbackHandler()], metadata: { svcPrompt }, runName: "run" });
    expect(attributesOf("run")).not.toHaveProperty(A.OBSERVATION_PROMPT_NAME);
  });

  it("marks hidden runs as DEBUG", async () => {
    await lambda("run").invoke("Hi", { callbacks: [new CallbackHandler()], tags: ["langsmith:hidden"] });
    expect(attributesOf("run")[A.OBSERVATION_LEVEL]).toBe("DEBUG");
  });

  it("records a run with several handlers once", async () => {
    const handlers = [new CallbackHandler({ userId: "user-1" }), new CallbackHandler({ sessionId: "chat-7" })];
    await lambda("run").invoke("Hi", { callbacks: handlers });
    expect(recording.started).toHaveLength(1);
    expect(attributesOf("run")).toMatchObject({ [A.TRACE_USER_ID]: "user-1", [A.TRACE_SESSION_ID]: "chat-7" });
    expect(handlers.map((handler) => handler.last_trace_id)).toEqual(
      Array(2).fill(recording.span("run").spanContext().traceId),
    );
  });

  it("makes no second observation of an agent's decision", () => {
    const handler = called(new CallbackHandler());
    expect(handler.handleAgentAction).toBeUndefined();
    expect(handler.handleAgentEnd).toBeUndefined();
  });

  it("sets the first-token time at the first piece with content", async () => {
    const handler = called(new CallbackHandler());
    const index = { prompt: 0, completion: 0 };
    handler.handleChatModelStart!({}, [[new HumanMessage("Hi")]], "run-1", undefined, {}, [], {}, "empty");
    handler.handleLLMNewToken!("", index, "run-1");
    handler.handleLLMEnd!({ generations: [[{ text: "" }]] }, "run-1");
    handler.handleChatModelStart!({}, [[new HumanMessage("Hi")]], "run-2", undefined, {}, [], {}, "calling");
    const chunk = { message: { content: "", tool_call_chunks: [{ name: "search", index: 0 }] } };
    handler.handleLLMNewToken!("", index, "run-2", undefined, [], { chunk });
    handler.handleLLMEnd!({ generations: [[{ text: "" }]] }, "run-2");
    expect(attributesOf("empty")).not.toHaveProperty(A.OBSERVATION_COMPLETION_START_TIME);
    expect(attributesOf("calling")).toHaveProperty(A.OBSERVATION_COMPLETION_START_TIME);
  });

  it("records messages by role, with tool calls and tool results", async () => {
    const conversation = [
      new HumanMessage("Rome?"),
      new AIMessage({ content: "", tool_calls: [{ id: "call_1", name: "weather", args: { city: "Rome" } }] }),
      new ToolMessage({ content: "sunny", tool_call_id: "call_1", name: "weather" }),
    ];
    await model().invoke(conversation, { callbacks: [new CallbackHandler()], runName: "run" });
    expect(JSON.parse(attributesOf("run")[A.OBSERVATION_INPUT] as string)).toEqual([
      { role: "user", content: "Rome?" },
      { role: "assistant", content: "", tool_calls: [{ id: "call_1", name: "weather", args: { city: "Rome" } }] },
      { role: "weather", content: "sunny", tool_call_id: "call_1" },
    ]);
    expect(JSON.parse(attributesOf("run")[A.OBSERVATION_OUTPUT] as string)).toEqual({
      role: "assistant",
      content: "An answer",
    });
  });

  it("records tool and function calls in the provider's form if LangChain keeps it", async () => {
    const call = {
      id: "call_1",
      type: "function" as const,
      function: { name: "weather", arguments: '{"city":"Rome"}' },
    };
    const old = { name: "weather", arguments: "{}" };
    const conversation = [
      new AIMessage({ content: "", additional_kwargs: { tool_calls: [call] } }),
      new AIMessage({ content: "", additional_kwargs: { function_call: old } }),
    ];
    await model().invoke(conversation, { callbacks: [new CallbackHandler()], runName: "run" });
    expect(JSON.parse(attributesOf("run")[A.OBSERVATION_INPUT] as string)).toEqual([
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "assistant", content: "", function_call: old },
    ]);
  });

  it("uses LangChain's order of arguments at run time, not that of its types", async () => {
    const seen: unknown[][] = [];
    const spy = { name: "spy", awaitHandlers: true, handleChainStart: (...args: unknown[]) => void seen.push(args) };
    await lambda("outer", (input, config) => lambda("inner").invoke(input, config)).invoke("Hi", {
      callbacks: [spy, new CallbackHandler()],
      tags: ["tag"],
      metadata: { key: "value" },
    });
    const [outer, inner] = seen as [unknown[], unknown[]];
    const [, , runId, parentRunId, tags, metadata, runType, name] = inner;
    expect({ parentRunId, tags, metadata, runType, name }).toEqual({
      parentRunId: outer[2],
      tags: ["tag"],
      metadata: { key: "value" },
      runType: undefined,
      name: "inner",
    });
    expect(runId).not.toBe(parentRunId);
    expect(outer[3]).toBeUndefined();
    expect(parentOf("inner")).toBe(idOf("outer"));
  });

  it("survives invalid arguments, and logs them once", () => {
    const logged = captureLogLines();
    const handler = called(new CallbackHandler());
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(CallbackHandler.prototype) as object);
    const awkward = [
      undefined,
      null,
      7,
      "text",
      Symbol("s"),
      {
        get kwargs(): never {
          throw new Error("no");
        },
      },
    ];
    for (const method of methods.filter((name) => name.startsWith("handle"))) {
      for (const [index, value] of awkward.entries()) {
        expect(() => handler[method as `handle${string}`]!(value, value, `run-${index}`, value, value)).not.toThrow();
      }
    }
    expect(logged.errors().match(/Recording a run of LangChain failed; the call itself is not affected/g)).toHaveLength(
      1,
    );
  });
});

describe("a streamed model with the handler only", () => {
  it("is one generation with its complete answer", async () => {
    const streaming = new FakeStreamingChatModel({ responses: [new AIMessage("Yes")] });
    for await (const _ of await streaming.stream("Hi", { callbacks: [new CallbackHandler()], runName: "run" }));
    expect(attributesOf("run")).toMatchObject({ [A.OBSERVATION_TYPE]: "generation" });
    expect(JSON.parse(attributesOf("run")[A.OBSERVATION_OUTPUT] as string)).toMatchObject({ content: "Yes" });
  });
});
