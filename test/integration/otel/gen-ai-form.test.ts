import { context, SpanKind, type Attributes } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { SvcSpanProcessor, type ReadableSpan } from "@svc/otel";
import { genAiForm, type ConventionsOptions } from "@svc/otel/gen-ai";
import { describe, expect, it } from "vitest";
import { conventionProblems } from "../../support/gen-ai/message-schemas.ts";
import { MESSAGE_SHAPES, PICTURE } from "../../support/messages/message-shapes.ts";

const REFERENCE = "@@@svcMedia:type=image/png|id=AAAAAAAAAAAAAAAAAAAAAA|source=bytes@@@";
const LABEL = "[image/png, media AAAAAAAAAAAAAAAAAAAAAA]";

/** Returns a span as another backend gets it. */
async function sent(name: string, attributes: Attributes, options?: ConventionsOptions): Promise<ReadableSpan> {
  const spans: ReadableSpan[] = [];
  const exporter = {
    export: (batch: ReadableSpan[], done: (result: { code: number }) => void) => {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: () => Promise.resolve(),
  };
  const processor = new SvcSpanProcessor({ exporter, form: genAiForm(options) });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  provider.getTracer("svc-sdk").startSpan(name, { attributes }, context.active()).end();
  await provider.shutdown();
  return spans[0]!;
}

const json = (attributes: Attributes, name: string): unknown => JSON.parse(String(attributes[name]));
const input = (value: unknown): Attributes => ({ [svc.OBSERVATION_INPUT]: JSON.stringify(value) });
const output = (value: unknown): Attributes => ({ [svc.OBSERVATION_OUTPUT]: JSON.stringify(value) });
const type = (value: string): Attributes => ({ [svc.OBSERVATION_TYPE]: value });

describe("messages in the form of the conventions", () => {
  const ours = MESSAGE_SHAPES.filter((shape) =>
    Object.keys(shape.attributes("")).some((key) => key.startsWith("svc.")),
  );

  it.each(ours.map((shape) => [shape.name, shape] as const))("%s", async (_name, shape) => {
    const { attributes } = await sent("call", { ...type("generation"), ...shape.attributes(REFERENCE) });
    expect(conventionProblems(attributes)).toEqual([]);
    const content = Object.entries(attributes)
      .filter(([name]) => name.startsWith("gen_ai."))
      .map(([, value]) => String(value))
      .join("\n");
    for (const text of shape.shows) expect(content).toContain(text);
    expect(content).not.toContain("@@@svcMedia");
    expect(Object.keys(attributes).filter((name) => /observation\.(?:in|out)put|svc\.internal/.test(name))).toEqual([]);
  });

  it("media is content or an address, and stored media a label", async () => {
    const parts = [
      { type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } },
      { type: "image_url", image_url: { url: "https://pictures.example/cat.png" } },
      { type: "text", text: REFERENCE },
    ];
    const { attributes } = await sent("call", { ...type("generation"), ...input([{ role: "user", content: parts }]) });
    expect(json(attributes, "gen_ai.input.messages")).toEqual([
      {
        role: "user",
        parts: [
          { type: "blob", modality: "image", mime_type: "image/png", content: PICTURE },
          { type: "uri", modality: "image", uri: "https://pictures.example/cat.png" },
          { type: "text", content: LABEL },
        ],
      },
    ]);
  });

  it.each([
    ["model", {}, "assistant"],
    ["ai", {}, "assistant"],
    ["human", {}, "user"],
    ["function", {}, "tool"],
    ["get_weather", { tool_call_id: "call_1" }, "tool"],
    ["Ada", {}, "user"],
    ["developer", {}, "developer"],
  ])("of the role %s with %j have the role %s", async (role, fields, conventional) => {
    const asked = [{ role, content: "A", ...fields }];
    const { attributes } = await sent("call", { ...type("generation"), ...input(asked) });
    expect(json(attributes, "gen_ai.input.messages")).toMatchObject([{ role: conventional }]);
    expect(conventionProblems(attributes)).toEqual([]);
  });

  it("cuts what is too long, and counts it", async () => {
    const long = "x".repeat(100_010);
    const many = Array.from({ length: 12 }, (_, index) => ({ role: "user", content: `${index} ${long}` }));
    const { attributes } = await sent("call", { ...type("generation"), ...input(many) });
    const messages = json(attributes, "gen_ai.input.messages") as Array<{ parts: [{ content: string }] }>;
    expect(messages.at(-1)!.parts[0].content).toMatch(/^11 x+… \[13 characters left out\]$/);
    expect(messages[0]!.parts[0].content).toBe(`[${12 - messages.length + 1} earlier messages left out]`);
  });
});

/** Tools as providers and frameworks write them, all of them the same tool. */
const TOOLS: ReadonlyArray<readonly [string, unknown]> = [
  [
    "Chat Completions",
    { tools: [{ type: "function", function: { name: "weather", description: "D", parameters: schema() } }] },
  ],
  [
    "Responses",
    { tools: [{ type: "function", name: "weather", description: "D", parameters: schema(), strict: true }] },
  ],
  ["Anthropic", { tools: [{ name: "weather", description: "D", input_schema: schema() }] }],
  ["AI SDK", { tools: [{ type: "function", name: "weather", description: "D", inputSchema: schema() }] }],
  [
    "Gemini",
    { tools: [{ functionDeclarations: [{ name: "weather", description: "D", parametersJsonSchema: schema() }] }] },
  ],
  [
    "Bedrock",
    { toolConfig: { tools: [{ toolSpec: { name: "weather", description: "D", inputSchema: { json: schema() } } }] } },
  ],
];

function schema(): object {
  return { type: "object", properties: { city: { type: "string" } } };
}

describe("tools in the form of the conventions", () => {
  it.each(TOOLS)("%s", async (_name, tools) => {
    const asked = { messages: [{ role: "user", content: "Q" }], ...(tools as object) };
    const { attributes } = await sent("call", { ...type("generation"), ...input(asked) });
    expect(json(attributes, "gen_ai.tool.definitions")).toEqual([
      { type: "function", name: "weather", description: "D", parameters: schema() },
    ]);
    expect(json(attributes, "gen_ai.input.messages")).toEqual([
      { role: "user", parts: [{ type: "text", content: "Q" }] },
    ]);
  });

  it("a tool of the provider keeps its type", async () => {
    const { attributes } = await sent("call", {
      ...type("generation"),
      ...input({ input: "Q", tools: [{ type: "web_search" }] }),
    });
    expect(json(attributes, "gen_ai.tool.definitions")).toEqual([{ type: "web_search", name: "web_search" }]);
  });
});

describe("instructions", () => {
  it.each([
    ["instructions", "Be short."],
    ["system", [{ type: "text", text: "Be short." }]],
    ["systemInstruction", { parts: [{ text: "Be short." }] }],
  ])("of the field %s stand apart from the messages", async (field, instruction) => {
    const { attributes } = await sent("call", {
      ...type("generation"),
      ...input({ [field]: instruction, input: "Q" }),
    });
    expect(json(attributes, "gen_ai.system_instructions")).toEqual([{ type: "text", content: "Be short." }]);
    expect(json(attributes, "gen_ai.input.messages")).toEqual([
      { role: "user", parts: [{ type: "text", content: "Q" }] },
    ]);
  });
});

describe("an answer", () => {
  it.each([
    ["stop", "stop"],
    ["end_turn", "stop"],
    ["STOP", "stop"],
    ["COMPLETE", "stop"],
    ["tool_calls", "tool_call"],
    ["tool-calls", "tool_call"],
    ["tool_use", "tool_call"],
    ["length", "length"],
    ["MAX_TOKENS", "length"],
    ["content_filter", "content_filter"],
    ["SAFETY", "content_filter"],
  ])("that ended by %s has the reason %s", async (reason, ending) => {
    const attributes = { "gen_ai.response.finish_reasons": [reason], ...output({ role: "assistant", content: "A" }) };
    const span = await sent("call", { ...type("generation"), ...attributes });
    expect(json(span.attributes, "gen_ai.output.messages")).toEqual([
      { role: "assistant", parts: [{ type: "text", content: "A" }], finish_reason: ending },
    ]);
    expect(span.attributes["gen_ai.response.finish_reasons"]).toEqual([reason]);
  });

  it("in items of the Responses API is one message", async () => {
    const items = [
      { type: "reasoning", summary: [{ type: "summary_text", text: "T" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "A" }] },
      { type: "function_call", call_id: "c", name: "weather", arguments: '{"city":"Paris"}' },
    ];
    const { attributes } = await sent("call", { ...type("generation"), ...output(items) });
    expect(json(attributes, "gen_ai.output.messages")).toEqual([
      {
        role: "assistant",
        parts: [
          { type: "reasoning", content: "T" },
          { type: "text", content: "A" },
          { type: "tool_call", id: "c", name: "weather", arguments: { city: "Paris" } },
        ],
        finish_reason: "tool_call",
      },
    ]);
  });

  it("with several choices has a message for each", async () => {
    const choices = ["A", "B"].map((content) => ({ role: "assistant", content }));
    const { attributes } = await sent("call", { ...type("generation"), ...output(choices) });
    expect(json(attributes, "gen_ai.output.messages")).toHaveLength(2);
  });
});

describe("names, kinds and scalars", () => {
  it("a model call of the application gets operation, models, parameters and usage", async () => {
    const span = await sent("ChatOpenAI", {
      ...type("generation"),
      "session.id": "s1",
      [svc.OBSERVATION_MODEL]: "gpt-4o",
      [svc.OBSERVATION_MODEL_PARAMETERS]: JSON.stringify({
        temperature: 0.5,
        maxTokens: 9,
        stop: "END",
      }),
      [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({
        input: 60,
        input_cached_tokens: 40,
        output: 30,
        output_reasoning_tokens: 20,
        total: 150,
      }),
    });
    expect([span.name, span.kind]).toEqual(["chat gpt-4o", SpanKind.CLIENT]);
    expect(span.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.conversation.id": "s1",
      "gen_ai.request.model": "gpt-4o",
      "gen_ai.response.model": "gpt-4o",
      "gen_ai.request.temperature": 0.5,
      "gen_ai.request.max_tokens": 9,
      "gen_ai.request.stop_sequences": ["END"],
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 50,
      "gen_ai.usage.cache_read.input_tokens": 40,
      "gen_ai.usage.reasoning.output_tokens": 20,
    });
  });

  it("an attribute that an instrumentation has written stays as it is", async () => {
    const span = await sent("chat m", {
      ...type("generation"),
      "gen_ai.operation.name": "text_completion",
      "gen_ai.provider.name": "p",
    });
    expect(span.attributes).toMatchObject({ "gen_ai.operation.name": "text_completion", "gen_ai.provider.name": "p" });
  });

  it.each([
    [
      "agent",
      "invoke_agent Weather desk",
      { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "Weather desk" },
    ],
    [
      "tool",
      "execute_tool Weather desk",
      { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "Weather desk" },
    ],
    ["retriever", "Weather desk", { "gen_ai.operation.name": "retrieval" }],
    ["chain", "Weather desk", {}],
  ])("an observation of the type %s is named %s", async (observationType, name, attributes) => {
    const span = await sent("Weather desk", type(observationType));
    expect([span.name, span.kind]).toEqual([name, SpanKind.INTERNAL]);
    expect(span.attributes).toMatchObject(attributes);
  });

  it("a tool has arguments and result, a retrieval its query and documents", async () => {
    const content = { ...input({ city: "Paris" }), ...output({ celsius: 14 }) };
    const tool = await sent("weather", { ...type("tool"), ...content });
    expect(tool.attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"city":"Paris"}',
      "gen_ai.tool.call.result": '{"celsius":14}',
    });
    const hits = [{ id: "d1", score: 0.9, pageContent: "Paris is mild.", metadata: { source: "a.md" } }];
    const retrieval = await sent("search", { ...type("retriever"), ...input({ query: "mild" }), ...output(hits) });
    expect(retrieval.attributes["gen_ai.retrieval.query.text"]).toBe("mild");
    expect(json(retrieval.attributes, "gen_ai.retrieval.documents")).toEqual([
      { id: "d1", score: 0.9, content: "Paris is mild.", metadata: { source: "a.md" } },
    ]);
  });

  it("a span that is no observation keeps everything but our own marks", async () => {
    const span = await sent("custom", { "gen_ai.system": "x", "svc.internal.as_root": true });
    expect([span.name, span.attributes]).toEqual(["custom", { "gen_ai.system": "x" }]);
  });

  it("hasContent: false leaves the content out, of OpenInference too", async () => {
    const attributes = { ...type("generation"), ...input("SECRET"), ...output("SECRET") };
    const span = await sent("call", attributes, { hasContent: false, hasOpenInference: true });
    expect(JSON.stringify(span.attributes)).not.toContain("SECRET");
    expect(span.attributes["openinference.span.kind"]).toBe("LLM");
  });
});

describe("hasOpenInference", () => {
  const asked = {
    messages: [
      { role: "system", content: "S" },
      { role: "user", content: "Q" },
    ],
  };

  it.each([
    ["embedding", "EMBEDDING"],
    ["agent", "AGENT"],
    ["tool", "TOOL"],
    ["retriever", "RETRIEVER"],
    ["evaluator", "EVALUATOR"],
    ["guardrail", "GUARDRAIL"],
    ["chain", "CHAIN"],
    ["span", "CHAIN"],
  ])("gives the type %s the kind %s, and input and output as texts", async (observationType, kind) => {
    const attributes = { ...type(observationType), ...input(asked), ...output({ role: "assistant", content: "A" }) };
    const span = await sent("step", attributes, { hasOpenInference: true });
    expect(span.attributes).toMatchObject({ "openinference.span.kind": kind, "input.value": "Q", "output.value": "A" });
  });

  const answer = { role: "assistant", content: "A" };
  const call = {
    role: "assistant",
    tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
  };
  const picture = [
    { role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } }] },
  ];

  it.each([
    ["one question and one answer as texts", [{ role: "user", content: "Q" }], answer, ["Q", "A"]],
    ["a longer conversation whole", asked, answer, [JSON.stringify(asked), "A"]],
    ["a call of a tool whole", "Q", call, ["Q", JSON.stringify(call)]],
    ["a picture whole", picture, answer, [JSON.stringify(picture), "A"]],
    [
      "the last text of a conversation that is too long",
      [{ role: "system", content: "S".repeat(1e6) }, ...asked.messages],
      answer,
      ["Q", "A"],
    ],
  ] as const)(
    "gives a model call %s, as MLflow shows nothing else of it",
    async (_what, question, answered, values) => {
      const attributes = { ...type("generation"), ...input(question), ...output(answered) };
      const span = await sent("call", attributes, { hasOpenInference: true });
      expect(span.attributes["openinference.span.kind"]).toBe("LLM");
      expect([span.attributes["input.value"], span.attributes["output.value"]]).toEqual(values);
    },
  );

  it.each([
    ["output_reasoning_tokens", "llm.token_count.completion_details.reasoning"],
    ["input_cache_creation", "llm.token_count.prompt_details.cache_write"],
  ])("counts %s, which Phoenix does not read from the conventions", async (name, attribute) => {
    const usage = { [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ input: 9, output: 3, [name]: 2 }) };
    const span = await sent("call", { ...type("generation"), ...usage }, { hasOpenInference: true });
    expect(span.attributes[attribute]).toBe(2);
    expect(Object.values(span.attributes)).not.toContain(undefined);
  });
});

describe("messages of agents", () => {
  it("the answer of a conversation is what follows the last question", async () => {
    const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
    const conversation = [
      { role: "user", content: "Q" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "f", content: "14", tool_call_id: "c" },
      { role: "assistant", content: "A" },
    ];
    const { attributes } = await sent("a", { ...type("agent"), ...output({ messages: conversation }) });
    const parts = [
      { type: "tool_call", id: "c", name: "f", arguments: {} },
      { type: "tool_call_response", id: "c", response: 14 },
      { type: "text", content: "A" },
    ];
    expect(json(attributes, "gen_ai.output.messages")).toEqual([{ role: "assistant", parts, finish_reason: "stop" }]);
  });

  it.each([
    ["LangChain, whose role is the tool", { role: "f", content: "14", tool_call_id: "c" }],
    ["the Agents SDK", { type: "function_call_result", name: "f", callId: "c", output: { type: "text", text: "14" } }],
  ])("a result of a tool in the form of %s is a message of a tool", async (_form, result) => {
    const call = { type: "function_call", callId: "c", id: "x", name: "f", arguments: "{}" };
    const { attributes } = await sent("a", {
      ...type("agent"),
      ...input([{ role: "user", content: "Q" }, call, result]),
    });
    const [, , message] = json(attributes, "gen_ai.input.messages") as { role: string; parts: { id: string }[] }[];
    expect(conventionProblems(attributes)).toEqual([]);
    expect([message!.role, message!.parts[0]!.id]).toEqual(["tool", "c"]);
  });
});

describe("names of requests of the Model Context Protocol", () => {
  it.each([
    ["tool", { "gen_ai.tool.name": "get_weather" }],
    ["span", {}],
  ])("type %s: stay, and the tool's name follows from them", async (observationType, named) => {
    const attributes = { "mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool", ...named };
    const span = await sent("tools/call get_weather", { ...type(observationType), ...attributes });
    expect(span.name).toBe("tools/call get_weather");
    expect(span.attributes["gen_ai.tool.name"]).toBe("get_weather");
  });
});
