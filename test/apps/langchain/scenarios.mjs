// Things that applications do with LangChain and LangGraph. Plain JavaScript that is given the libraries, so that it runs with each
// of their versions, as ES module and as CommonJS. Each scenario is a request, which an observation of the application's own
// stands for, and gives what the application would show.
import { CallbackHandler } from "@svc/langchain";
import { startActiveObservation } from "@svc/tracing";

/** A span of the application's own, where its code runs. */
const own = (name, fn) => startActiveObservation(name, fn);

/** Every HTTP request is a span, as with an instrumentation of `fetch`. */
const tracedFetch = (url, init) => own("http", () => fetch(url, init));

let scenario = "";
const baseURL = () => process.env.BASE_URL.replace("NAME", scenario);

const plain = (value) => JSON.parse(JSON.stringify(value ?? null));
const texts = (messages) => messages.map(({ content }) => content);

function model({ ChatOpenAI }, name = "echo", fields = {}) {
  const configuration = { baseURL: baseURL(), fetch: tracedFetch };
  return new ChatOpenAI({ model: name, apiKey: "a key", maxRetries: 0, configuration, ...fields });
}

function weatherTool({ tool, z }) {
  const schema = z.object({ city: z.string() });
  return tool(({ city }) => own("db.query", () => `sunny in ${city}`), {
    name: "get_weather",
    description: "Weather",
    schema,
  });
}

function joke(lib, chat = model(lib)) {
  return lib.ChatPromptTemplate.fromTemplate("A joke about {topic}").pipe(chat).pipe(new lib.StringOutputParser());
}

function retriever({ BaseRetriever }, search) {
  class Shelf extends BaseRetriever {
    lc_namespace = ["shelf"];
    _getRelevantDocuments(query) {
      return search(query);
    }
  }
  return new Shelf();
}

/** Visible parts of an error, with the functions of this file on its stack. */
Error.stackTraceLimit = 100;
const failed = (error) => ({
  name: error.name,
  message: error.message,
  class: error.constructor.name,
  keys: Object.keys(error),
  stack: error.stack.split("\n").filter((line) => line.includes("scenarios.mjs")),
});

export const core = {
  chain: (lib) => joke(lib).invoke({ topic: "bears" }),

  "streaming chain": async (lib) => Array.fromAsync(await joke(lib).stream({ topic: "bears" })),

  batch: (lib) => joke(lib).batch([{ topic: "bears" }, { topic: "bees" }], { maxConcurrency: 1 }),

  retriever: async (lib) => {
    const embeddings = new lib.OpenAIEmbeddings({
      model: "embedder",
      apiKey: "a key",
      maxRetries: 0,
      configuration: { baseURL: baseURL(), fetch: tracedFetch },
    });
    const shelf = retriever(lib, async (query) => {
      await embeddings.embedQuery(query);
      return own("search", () => [{ pageContent: `About ${query}`, metadata: { page: 3 } }]);
    });
    return shelf.invoke("bears");
  },

  "parallel map": (lib) =>
    lib.RunnableMap.from({ a: joke(lib), b: joke(lib), c: (input) => own("c's own", () => input.topic) })
      .invoke({ topic: "bears" })
      .then(({ a, b, c }) => ({ a, b, c })),

  fallback: (lib) =>
    model(lib, "broken")
      .withFallbacks([model(lib)])
      .invoke("Hello")
      .then(({ content }) => content),

  retry: (lib) =>
    model(lib, "unsteady")
      .withRetry({ stopAfterAttempt: 3 })
      .invoke("Hello")
      .then(({ content }) => content),

  "structured output": (lib) =>
    model(lib, "clerk")
      .withStructuredOutput(lib.z.object({ name: lib.z.string(), age: lib.z.number() }), {
        name: "person",
        method: "functionCalling",
      })
      .invoke("Who?"),

  usage: (lib) => model(lib, "thinker", { temperature: 0.5, topP: 0.9 }).invoke("The answer?").then(plain),

  "streamed usage": async (lib) =>
    texts(await Array.fromAsync(await model(lib, "thinker").stream("The answer?"))).join(""),

  "bound tool": async (lib) =>
    plain(
      await model(lib, "helper")
        .bindTools([weatherTool(lib)])
        .invoke("Rome")
        .then(({ tool_calls }) => tool_calls),
    ),

  "custom classes": async (lib) => {
    class Clock extends lib.StructuredTool {
      name = "clock";
      description = "Time";
      schema = lib.z.object({ zone: lib.z.string() });
      _call({ zone }) {
        return own("read clock", () => `noon in ${zone}`);
      }
    }
    return new Clock().invoke({ zone: "UTC" });
  },

  lambda: (lib) => {
    const inner = lib.RunnableLambda.from((input) => own("inner work", () => `${input}!`)).withConfig({
      runName: "inner",
    });
    return lib.RunnableLambda.from((input, config) => own("outer work", () => inner.invoke(input, config)))
      .withConfig({ runName: "outer" })
      .invoke("Hello");
  },

  "error in a tool": (lib) =>
    lib
      .tool(
        () =>
          own("db.query", () => {
            throw new Error("No such table");
          }),
        { name: "get_weather", description: "Weather", schema: lib.z.object({ city: lib.z.string() }) },
      )
      .invoke({ city: "Rome" })
      .catch(failed),

  "error in a model": (lib) => joke(lib, model(lib, "broken")).invoke({ topic: "bears" }).catch(failed),

  abort: async (lib) => {
    const controller = new AbortController();
    const read = [];
    try {
      for await (const { content } of await model(lib, "endless").stream("Go on", { signal: controller.signal })) {
        read.push(content);
        if (content === "on ") controller.abort();
      }
    } catch (error) {
      return { read, error: failed(error) };
    }
    return { read };
  },

  "abort ahead": async (lib) => {
    const controller = new AbortController();
    const chunks = ["And ", "so ", "on ", "and ", "on "].map((content) => new lib.AIMessageChunk(content));
    const read = [];
    try {
      // The model is a step ahead of its reader, so LangChain waits for nothing when the reader aborts.
      const options = { signal: controller.signal };
      for await (const { content } of await new lib.FakeStreamingChatModel({ chunks }).stream("Go on", options)) {
        read.push(content);
        controller.abort();
      }
    } catch (error) {
      return { read, error: failed(error) };
    }
    return { read };
  },

  "left stream": async (lib) => {
    const read = [];
    for await (const piece of await joke(lib, model(lib, "endless")).stream({ topic: "bears" })) {
      read.push(piece);
      if (piece === "on ") break;
    }
    return read;
  },

  "direct events": async (lib) => {
    const chat = model(lib);
    // The first call of its class through LangChain; then the same class without any run.
    await chat.invoke("Hello");
    const stream = chat["_streamResponseChunks"]([new lib.HumanMessage("Directly")], {});
    return Array.fromAsync(stream, ({ text }) => text);
  },

  "messages without an id": async (lib) => {
    const { id, lc_kwargs } = await new lib.FakeListChatModel({ responses: ["Yes"] }).invoke("Hello");
    const streaming = new lib.FakeStreamingChatModel({ responses: [new lib.AIMessage("Yes")] });
    const pieces = await Array.fromAsync(await streaming.stream("Hello"));
    const heard = await new lib.FakeListChatModel({ responses: ["Yes"] }).invoke("Hello", {
      callbacks: [{ handleLLMEnd() {} }],
    });
    return {
      id: id ?? null,
      keys: Object.keys(lc_kwargs),
      pieces: pieces.map((piece) => [piece.id ?? null, Object.keys(piece)]),
      heard: heard.id.startsWith("run-"),
    };
  },

  "manual handler": async (lib) => {
    const handler = new CallbackHandler({
      userId: "user-1",
      sessionId: "chat-7",
      tags: ["support"],
      version: "v2",
      traceMetadata: { plan: "pro" },
    });
    await joke(lib).invoke({ topic: "bears" }, { callbacks: [handler], tags: ["funny"] });
    const isTraced = handler.last_trace_id !== "00000000000000000000000000000000";
    await model(lib, "echo", { callbacks: [handler] }).invoke("Only the model has it");
    return { isTraced: isTraced === (process.env.SVC_PUBLIC_KEY !== undefined) };
  },

  "three at once": (lib) => {
    const chat = model(lib, "echo", { maxConcurrency: 1 });
    return Promise.all(
      ["one", "two", "three"].map((topic) => own(`request ${topic}`, () => joke(lib, chat).invoke({ topic }))),
    );
  },
};

export const graphs = {
  "agent with tools": async ({ langchain: { createAgent }, ...lib }) => {
    const agent = createAgent({ model: model(lib, "helper"), tools: [weatherTool(lib)], systemPrompt: "Be helpful" });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Rome" }] });
    return texts(messages);
  },

  "streaming agent": async ({ langchain: { createAgent }, ...lib }) => {
    const agent = createAgent({ model: model(lib, "helper"), tools: [weatherTool(lib)], name: "forecaster" });
    const pieces = [];
    for await (const [piece] of await agent.stream(
      { messages: [{ role: "user", content: "Rome" }] },
      { streamMode: "messages" },
    ))
      pieces.push(piece.content);
    return pieces;
  },

  "interrupt and resume": async ({
    langgraph: { StateGraph, Annotation, MemorySaver, Command, START, END, interrupt },
    ...lib
  }) => {
    const State = Annotation.Root({ question: Annotation(), answer: Annotation() });
    const graph = new StateGraph(State)
      .addNode("ask", ({ question }) => ({ answer: interrupt(own("prepare", () => ({ question }))) }))
      .addNode("say", async ({ answer }) => ({ answer: (await model(lib).invoke(String(answer))).content }))
      .addEdge(START, "ask")
      .addEdge("ask", "say")
      .addEdge("say", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "conversation-1" } };
    const first = await graph.invoke({ question: "Shall we?" }, config);
    const second = await graph.invoke(new Command({ resume: "yes" }), config);
    return { asked: first["__interrupt__"]?.map(({ value }) => value), second };
  },

  "parent command": ({ langgraph: { StateGraph, Annotation, Command, START } }) => {
    const State = Annotation.Root({ path: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
    const inner = new StateGraph(State)
      .addNode("leave", () => new Command({ goto: "after", graph: Command.PARENT, update: { path: ["left"] } }))
      .addEdge(START, "leave")
      .compile();
    const outer = new StateGraph(State)
      .addNode("inner", inner, { ends: ["after"] })
      .addNode("after", () => own("after's own", () => ({ path: ["after"] })))
      .addEdge(START, "inner")
      .compile();
    return outer.invoke({ path: ["start"] });
  },
};

export async function run(libraries) {
  const wanted = JSON.parse(process.env.SCENARIOS ?? "null");
  const results = {};
  for (const [name, play] of Object.entries({ ...core, ...(libraries.langgraph && graphs) })) {
    if (wanted && !wanted.includes(name)) continue;
    scenario = encodeURIComponent(name);
    results[name] = await own(name, () => play(libraries));
  }
  console.log(JSON.stringify(results));
}
