/** What a producer's spans become, beside the defaults in {@link EXPECTED}. */
export interface Reading {
  /** Types of the observations: an observation and, in brackets, those below it. */
  tree: string;
  /** Number of observations that are model calls. */
  calls: number;
  model: string;
  /** True when the model call has the question, and the answer. */
  input: boolean;
  output: boolean;
  /** Of the whole trace. */
  tokens: number;
  /** Of the whole trace, in US dollars. */
  cost: number;
  firstToken: boolean;
  session: string;
}

/** Producer of spans: packages, and a short program with them. */
export interface Producer {
  name: string;
  /** Program below `python` or `node`; by default the name with underscores. */
  program?: string;
  packages: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What it does not send, or what it needs. */
  note?: string;
  gives: Partial<Reading>;
}

/** Cost of 60 fresh, 40 cached and 50 written tokens of gpt-4o-mini. */
const COST = 0.000042;

/** The same without the discount for the cache, which some producers do not state. */
const COST_WITHOUT_CACHE = 0.000045;

/** Cost of 50 fresh, 40 cached, 10 cached for later and 50 written tokens of claude-sonnet-4-5. */
const COST_OF_CLAUDE = 0.0009495;

/** Cost of 60 fresh, 40 cached and 50 written tokens of gemini-2.5-flash. */
const COST_OF_GEMINI = 0.0001442;

/** Session with an id that the producer makes. */
export const ANY = "any";

export const EXPECTED: Reading = {
  tree: "GENERATION",
  calls: 1,
  model: "gpt-4o-mini",
  input: true,
  output: true,
  tokens: 150,
  cost: COST,
  firstToken: false,
  session: "",
};

const OTLP = "opentelemetry-exporter-otlp-proto-http==1.45.2";
const OPENAI = "openai==3.57.0";
const LANGCHAIN = ["langchain==1.5.2", "langchain-openai==1.7.4"];
const PYDANTIC = ["pydantic-ai-slim[openai,anthropic]==2.66.0", OTLP];
const CLAUDE = { model: "claude-sonnet-4-5", cost: COST_OF_CLAUDE };

/** Producers in Python. Those with the same packages share a virtual environment. */
export const PYTHON: readonly Producer[] = [
  { name: "pydantic-ai", packages: PYDANTIC, gives: { tree: "AGENT(GENERATION)", session: ANY } },
  {
    name: "pydantic-ai, anthropic",
    program: "pydantic_ai_anthropic",
    packages: PYDANTIC,
    gives: { ...CLAUDE, tree: "AGENT(GENERATION(SPAN))", session: ANY },
  },
  {
    name: "anthropic, own spans",
    program: "anthropic_own",
    packages: ["anthropic==2.14.0", OTLP],
    note: "Sends no input and output.",
    gives: { ...CLAUDE, input: false, output: false },
  },
  {
    name: "openinference openai",
    packages: ["openinference-instrumentation-openai==0.1.66", OPENAI, OTLP],
    gives: { firstToken: true, session: "s1" },
  },
  {
    name: "openinference embeddings",
    packages: ["openinference-instrumentation-openai==0.1.66", OPENAI, OTLP],
    note: "Of vectors, only the lengths are stored.",
    gives: { tree: "EMBEDDING", model: "text-embedding-3-small", output: false, tokens: 1_000, cost: 0.00002 },
  },
  {
    name: "openinference anthropic",
    packages: ["openinference-instrumentation-anthropic==3.1.0", "anthropic==2.14.0", OTLP],
    gives: { ...CLAUDE, tree: "GENERATION(SPAN)" },
  },
  {
    name: "openinference google-genai",
    packages: ["openinference-instrumentation-google-genai==1.4.14", "google-genai==3.6.1", OTLP],
    gives: { model: "gemini-2.5-flash", cost: COST_OF_GEMINI },
  },
  {
    name: "openinference langchain",
    packages: ["openinference-instrumentation-langchain==0.1.80", ...LANGCHAIN, OTLP],
    gives: { session: "s1", tree: "CHAIN(SPAN, GENERATION)" },
  },
  {
    name: "openinference smolagents",
    program: "smolagents",
    packages: ["openinference-instrumentation-smolagents==0.1.43", "smolagents[openai]==1.26.0", OTLP],
    note: "Sends no cached tokens.",
    gives: { cost: COST_WITHOUT_CACHE },
  },
  {
    name: "openinference agno",
    program: "agno",
    packages: ["openinference-instrumentation-agno==1.0.15", "agno==3.1.10", OPENAI, OTLP],
    gives: { session: "s1", tree: "AGENT(GENERATION)" },
  },
  {
    name: "openinference llama-index",
    program: "llama_index",
    packages: ["openinference-instrumentation-llama-index==4.6.1", "llama-index-llms-openai==0.8.3", OTLP],
    gives: {},
  },
  {
    name: "openinference dspy",
    program: "dspy",
    packages: ["openinference-instrumentation-dspy==0.1.48", "dspy==3.4.1", OTLP],
    note: "Sends no usage.",
    gives: { tokens: 0, cost: 0 },
  },
  {
    name: "openinference openai-agents",
    program: "openai_agents",
    packages: ["openinference-instrumentation-openai-agents==2.6.0", "openai-agents==0.24.0", OTLP],
    gives: { tree: "AGENT(CHAIN(AGENT(CHAIN(GENERATION))))" },
  },
  {
    name: "openinference crewai",
    program: "crewai",
    packages: [
      "openinference-instrumentation-crewai==1.1.21",
      "openinference-instrumentation-openai==0.1.66",
      "crewai==1.15.30",
      OTLP,
    ],
    gives: { tree: "CHAIN(AGENT(GENERATION))" },
  },
  {
    name: "logfire stream",
    packages: ["logfire==5.4.0", OPENAI, OTLP],
    note: "The answer is a log of its own.",
    gives: { tree: "SPAN, GENERATION" },
  },
  { name: "logfire openai", packages: ["logfire==5.4.0", OPENAI, OTLP], gives: {} },
  { name: "traceloop openai", packages: ["opentelemetry-instrumentation-openai==0.62.4", OPENAI, OTLP], gives: {} },
  {
    name: "traceloop anthropic",
    packages: ["opentelemetry-instrumentation-anthropic==0.62.4", "anthropic==2.14.0", OTLP],
    env: { ANTHROPIC_OPEN_TELEMETRY: "false" },
    note: "Needs `ANTHROPIC_OPEN_TELEMETRY=false`: else the SDK's own span is a trace of its own.",
    gives: CLAUDE,
  },
  {
    name: "traceloop langchain",
    packages: ["opentelemetry-instrumentation-langchain==0.62.4", ...LANGCHAIN, OTLP],
    gives: { session: "s1", tree: "AGENT(SPAN, GENERATION)" },
  },
  {
    name: "langsmith",
    packages: ["langsmith[otel]==0.15.1", ...LANGCHAIN, OTLP],
    gives: { session: "s1", tree: "CHAIN(SPAN, GENERATION)" },
  },
  {
    name: "litellm",
    packages: ["litellm==1.110.2", "opentelemetry-sdk==1.45.2", OTLP],
    note: "Does not decode `OTEL_EXPORTER_OTLP_HEADERS`: a blank stands there as it is, not as `%20`.",
    gives: { tree: "GENERATION(SPAN)" },
  },
  {
    name: "strands",
    packages: ["strands-agents[openai,otel]==1.62.0"],
    gives: { session: "s1", firstToken: true, tree: "AGENT(SPAN(GENERATION))" },
  },
  {
    name: "strands, opt-in",
    program: "strands",
    packages: ["strands-agents[openai,otel]==1.62.0"],
    env: { OTEL_SEMCONV_STABILITY_OPT_IN: "gen_ai_latest_experimental" },
    gives: { session: "s1", firstToken: true, tree: "AGENT(SPAN(GENERATION))" },
  },
  {
    name: "haystack",
    packages: ["haystack-ai==3.4.1", "opentelemetry-haystack==2.0.0", OTLP],
    gives: { tree: "SPAN(GENERATION)" },
  },
  { name: "langfuse", packages: ["langfuse==5.0.4", OPENAI], gives: { session: "s1", tree: "SPAN(GENERATION)" } },
  {
    name: "openlit",
    // Without the two versions of OpenTelemetry, pip finds none that go together.
    packages: [
      "openlit==1.45.0",
      "openai==2.54.0",
      "opentelemetry-sdk==1.44.0",
      "opentelemetry-instrumentation==0.65b0",
    ],
    gives: { firstToken: true, tree: "GENERATION(SPAN)" },
  },
  { name: "mlflow", packages: ["mlflow==3.17.2", OPENAI, OTLP], gives: { tree: "AGENT(GENERATION)" } },
  {
    name: "opentelemetry openai-v2",
    program: "openai_v2",
    packages: [
      "opentelemetry-instrumentation-openai-v2==2.4b0",
      "opentelemetry-util-genai==0.4b0",
      "httpx==0.28.1",
      OPENAI,
      OTLP,
    ],
    note: "Sends no cached tokens.",
    gives: { cost: COST_WITHOUT_CACHE },
  },
  {
    name: "google-adk",
    packages: ["google-adk==2.13.0", "opentelemetry-exporter-otlp-proto-http==1.44.0"],
    gives: { model: "gemini-2.5-flash", cost: COST_OF_GEMINI, tree: "CHAIN(AGENT(GENERATION))", session: ANY },
  },
  {
    name: "agent-framework",
    packages: ["agent-framework-core==1.23.0", "agent-framework-openai==1.17.0", OTLP],
    gives: { tree: "AGENT(GENERATION)" },
  },
  {
    name: "semantic-kernel",
    packages: ["semantic-kernel==1.45.0", OTLP],
    note: "Sends no input, output and cached tokens of the call.",
    gives: { input: false, output: false, cost: COST_WITHOUT_CACHE },
  },
  {
    name: "livekit",
    packages: ["livekit-agents[openai]==1.8.9", OTLP],
    gives: { firstToken: true, tree: "GENERATION(SPAN)" },
  },
];

const SDK = [
  "@opentelemetry/api@1.9.0",
  "@opentelemetry/sdk-trace-node@2.12.1",
  "@opentelemetry/exporter-trace-otlp-proto@0.223.1",
];

/** Producers in JavaScript. */
export const NODE: readonly Producer[] = [
  {
    name: "@ai-sdk/otel",
    program: "ai_sdk",
    packages: ["@ai-sdk/otel@1.0.173", "ai@7.0.173", "@ai-sdk/openai@4.0.118", ...SDK],
    gives: { tree: "AGENT(SPAN(GENERATION))" },
  },
  {
    name: "@ai-sdk/otel, legacy",
    program: "ai_sdk_legacy",
    packages: ["@ai-sdk/otel@1.0.173", "ai@7.0.173", "@ai-sdk/openai@4.0.118", ...SDK],
    gives: { tree: "SPAN(GENERATION)" },
  },
  {
    name: "genkit",
    packages: ["genkit@1.42.0", "@genkit-ai/google-genai@1.42.0", ...SDK],
    gives: { model: "googleai/gemini-2.5-flash", cost: COST_OF_GEMINI, tree: "SPAN(GENERATION)" },
  },
  {
    name: "mastra",
    packages: [
      "@mastra/otel-exporter@1.4.0",
      "@mastra/core@1.71.0",
      "@mastra/observability@1.17.9",
      "@ai-sdk/openai@4.0.118",
    ],
    note: "Sends the input on the agent, not on the call.",
    gives: { session: "s1", input: false, firstToken: true, tree: "AGENT(SPAN(SPAN(GENERATION(SPAN))))" },
  },
  {
    name: "@arizeai openai",
    program: "arize_openai",
    packages: ["@arizeai/openinference-instrumentation-openai@4.2.7", "openai@7.59.0", ...SDK],
    gives: {},
  },
  {
    name: "@anthropic-ai/sdk, own spans",
    program: "anthropic_own",
    packages: ["@anthropic-ai/sdk@1.14.0", ...SDK],
    note: "Sends no input and output.",
    gives: { ...CLAUDE, input: false, output: false },
  },
  {
    name: "langsmith (npm)",
    program: "langsmith",
    packages: ["langsmith@0.12.0", "openai@7.59.0", ...SDK],
    env: { LANGSMITH_TRACING: "true", LANGSMITH_OTEL_ENABLED: "true", LANGSMITH_API_KEY: "x" },
    gives: { session: "s1", tree: "CHAIN(GENERATION)" },
  },
  {
    name: "langfuse (npm)",
    program: "langfuse",
    packages: [
      "@langfuse/otel@5.11.1",
      "@langfuse/openai@5.11.1",
      "@langfuse/tracing@5.11.1",
      "openai@7.59.0",
      "@opentelemetry/exporter-trace-otlp-http@0.223.1",
      ...SDK,
    ],
    gives: { session: "s1" },
  },
];
