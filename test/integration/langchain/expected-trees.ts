import { OPENAI_FILES } from "@svc/openai";

const USAGE = "input=10 output=5 total=15";
const CHAT = `generation ChatOpenAI ${USAGE}
  span http`;
const indented = (text: string, by = "  "): string => text.replaceAll(/^/gm, by);
const tree = (...lines: string[]): string => lines.join("\n");

const JOKE = tree("span RunnableSequence", "  span ChatPromptTemplate", indented(CHAT), "  span StrOutputParser");

/** Embedding observation of the OpenAI instrumentation, when that version instruments embeddings. */
const EMBEDDING = OPENAI_FILES.some((file) => file.includes("embeddings"))
  ? tree("  embedding embeddings embedder input=4 total=4", "    span http")
  : "  span http";

/** Traces of each scenario of chains, models and tools, with every version of `@langchain/core`. */
const CORE: Readonly<Record<string, string>> = {
  chain: JOKE,
  "streaming chain": JOKE,
  batch: tree(JOKE, JOKE),
  retriever: tree("retriever Shelf", EMBEDDING, "  span search"),
  "parallel map": tree("span RunnableMap", "  span RunnableLambda", "    span c's own", indented(JOKE), indented(JOKE)),
  fallback: tree("span RunnableWithFallbacks", "  generation ChatOpenAI ERROR", "    span http", indented(CHAT)),
  retry: tree("span ChatOpenAI", "  generation ChatOpenAI ERROR", "    span http", indented(CHAT)),
  "structured output": tree("span RunnableSequence", indented(CHAT), "  span JsonOutputKeyToolsParser"),
  usage: tree(
    "generation ChatOpenAI input=18 input_cache_creation=4 input_cached_tokens=8 output=7 output_reasoning_tokens=5 total=42",
    "  span http",
  ),
  "streamed usage": tree(
    "generation ChatOpenAI input=18 input_cache_creation=4 input_cached_tokens=8 output=7 output_reasoning_tokens=5 total=42",
    "  span http",
  ),
  "bound tool": CHAT,
  "custom classes": tree("tool Clock", "  span read clock"),
  lambda: tree("span outer", "  span outer work", "    span inner", "      span inner work"),
  "error in a tool": tree("tool get_weather ERROR", "  span db.query ERROR"),
  "error in a model": tree(
    "span RunnableSequence ERROR",
    "  span ChatPromptTemplate",
    "  generation ChatOpenAI ERROR",
    "    span http",
  ),
  abort: tree("generation ChatOpenAI WARNING", "  span http"),
  "abort ahead": "generation FakeStreamingChatModel WARNING",
  "left stream": tree(
    "span RunnableSequence",
    "  span ChatPromptTemplate",
    "  generation ChatOpenAI",
    "    span http",
    "  span StrOutputParser",
  ),
  "direct events": tree(CHAT, `generation chat echo ${USAGE}`, "  span http"),
  "messages without an id": tree(
    "generation FakeListChatModel",
    "generation FakeStreamingChatModel",
    "generation FakeListChatModel",
  ),
  "three at once": tree(...["one", "three", "two"].map((name) => tree(`span request ${name}`, indented(JOKE)))),
};

/** Agents of `langchain` 1.5 on LangGraph 1.4 and 1.7. */
const AGENT_STEPS = tree(
  "  span __start__ DEBUG",
  "  span model_request",
  indented(CHAT, "    "),
  "    span RunnableLambda",
  "  span tools",
  "    tool get_weather",
  "      span db.query",
  "  span model_request",
  indented(CHAT, "    "),
  "    span RunnableLambda",
);

const GRAPHS: Readonly<Record<string, string>> = {
  "agent with tools": tree("agent LangGraph", AGENT_STEPS),
  "streaming agent": tree("agent forecaster", AGENT_STEPS),
  "interrupt and resume": tree(
    "span LangGraph",
    "  span __start__ DEBUG",
    "  span ask",
    "    span prepare",
    "span LangGraph",
    "  span ask",
    "    span prepare",
    "  span say",
    indented(CHAT, "    "),
  ),
  "parent command": tree(
    "span LangGraph",
    "  span __start__ DEBUG",
    "  span inner",
    "    span LangGraph",
    "      span __start__ DEBUG",
    "      span leave",
    "  span after",
    "    span after's own",
  ),
};

const WRITE = "span ChannelWrite<...> DEBUG";

/** First step of an agent: LangGraph 1.0 has a hidden run for each write, and `langchain` 1.0 does not mark its agents. */
const FIRST_MODEL_STEP = tree(
  "  span model_request",
  "    span RunnableSequence",
  "      span prompt",
  indented(CHAT, "      "),
  `    ${WRITE}`,
  "    span Branch<model_request,tools,__end__>",
);
const FIRST_AGENT_STEPS = tree(
  "  span __start__ DEBUG",
  `    ${WRITE}`,
  "    span ChannelWrite<branch:to:model_request> DEBUG",
  FIRST_MODEL_STEP,
  "  span tools",
  "    tool get_weather",
  "      span db.query",
  `    ${WRITE}`,
  "    span ChannelWrite<branch:to:model_request> DEBUG",
  FIRST_MODEL_STEP,
);

const FIRST_GRAPHS: Readonly<Record<string, string>> = {
  "agent with tools": tree("span LangGraph", FIRST_AGENT_STEPS),
  "streaming agent": tree("span forecaster", FIRST_AGENT_STEPS),
  "interrupt and resume": tree(
    "span LangGraph",
    "  span __start__ DEBUG",
    `    ${WRITE}`,
    "    span ChannelWrite<branch:to:ask> DEBUG",
    "  span ask",
    "    span prepare",
    "span LangGraph",
    "  span ask",
    "    span prepare",
    `    ${WRITE}`,
    "    span ChannelWrite<branch:to:say> DEBUG",
    "  span say",
    indented(CHAT, "    "),
    `    ${WRITE}`,
  ),
  "parent command": tree(
    "span LangGraph",
    "  span __start__ DEBUG",
    `    ${WRITE}`,
    "    span ChannelWrite<branch:to:inner> DEBUG",
    "  span inner",
    "    span LangGraph",
    "      span __start__ DEBUG",
    `        ${WRITE}`,
    "        span ChannelWrite<branch:to:leave> DEBUG",
    "      span leave",
    `        ${WRITE}`,
    "  span inner DEBUG",
    "  span after",
    "    span after's own",
    `    ${WRITE}`,
  ),
};

/** Exceptions of the first `@langchain/openai`, which passes on the written cache tokens of streamed answers only. */
const FIRST_CORE: Readonly<Record<string, string>> = {
  ...CORE,
  usage: tree(
    "generation ChatOpenAI input=22 input_cached_tokens=8 output=7 output_reasoning_tokens=5 total=42",
    "  span http",
  ),
};

/** Trees of every scenario of an application. */
export const EXPECTED_TREES = {
  langchain: { ...CORE, ...GRAPHS },
  "langchain-newest": { ...CORE, ...GRAPHS },
  "langchain-1.0.1": { ...FIRST_CORE, ...FIRST_GRAPHS },
  "langchain-1.0": FIRST_CORE,
};
