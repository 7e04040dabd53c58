import type { Amounts } from "../../support/usage/answers.ts";

type Parts = ReadonlyArray<keyof Amounts>;

/** Ways of `package-calls.mjs`, with the kinds of tokens that the provider does not report, or the package does not pass on. */
export type Ways = Readonly<Record<string, Parts>>;

/** Package whose calls are recorded, in one version. */
export interface PackageDoor {
  /** Name in `package-calls.mjs`. */
  readonly name: string;
  /** Folder of `test/installations` or `test/apps`. */
  readonly installation: string;
  readonly whole: Ways;
  readonly streamed: Ways;
  /** Ways that ask a model for embeddings, or for an order. */
  readonly embeddings: readonly string[];
  /** Models of whose answers the package states the cost. It adds the kinds up in another order. */
  readonly pricedModels?: RegExp;
  /** Models to ask; absent where every model is asked. */
  readonly models?: RegExp;
  /** Instrumentations that are switched off. */
  readonly without?: readonly string[];
  /** Function by which an application has its calls recorded, where no instrumentation records them. */
  readonly observer?: Observer;
}

/** Export of a package of this repository. */
interface Observer {
  readonly name: string;
  /** File below `instrumentations`. */
  readonly file: string;
}

const HOUR: Parts = ["writtenHour"];
const WRITES: Parts = ["written", "writtenHour"];
const MEDIA: Parts = ["audioIn", "imageIn", "audioOut", "imageOut"];
const COUNTS_ONLY: Parts = [...WRITES, ...MEDIA, "reasoning", "cached"];

const CLAUDE = /^claude-/;

/** Ways of the AI SDK, and of its providers without it. */
const AI_SDK_WAYS: ReadonlyArray<readonly [installations: readonly string[], ways: Ways]> = [
  [
    ["ai-sdk-4"],
    {
      chat: [...WRITES, ...MEDIA],
      responses: [...WRITES, ...MEDIA],
      messages: [...HOUR, ...MEDIA, "reasoning"],
      content: COUNTS_ONLY,
    },
  ],
  [
    ["ai-sdk-5"],
    {
      chat: [...WRITES, ...MEDIA],
      responses: [...WRITES, ...MEDIA],
      messages: [...MEDIA, "reasoning"],
      content: WRITES,
    },
  ],
  [["ai-sdk-6", "ai-sdk-7"], { chat: [...HOUR, ...MEDIA], responses: HOUR, messages: MEDIA, content: WRITES }],
];

const EMBEDDING_WAYS: Readonly<Record<string, readonly string[]>> = {
  openai: ["embeddings"],
  openrouter: ["embeddings"],
  groq: ["embeddings"],
  "groq-0": ["embeddings"],
  together: ["embeddings"],
  bedrock: ["embeddings"],
  mistral: ["embeddings"],
  cohere: ["embeddings"],
  ollama: ["embeddings"],
  voyageai: ["embeddings", "rerank"],
  "ai-sdk": ["embeddings"],
};

const observerIn = (file: string, name: string): Observer => ({ name, file });

/** Ways for the application to have the calls of a package recorded without these instrumentations, by the name of the package. */
const OBSERVERS: Readonly<Record<string, Required<Pick<PackageDoor, "observer" | "without">>>> = {
  openai: { observer: observerIn("openai/dist/index.mjs", "observeOpenAI"), without: ["openai"] },
  "openai-realtime": {
    observer: observerIn("openai/dist/realtime.mjs", "observeRealtime"),
    without: ["openai-realtime"],
  },
  "openai-responses-socket": {
    observer: observerIn("openai/dist/realtime.mjs", "observeRealtime"),
    without: ["openai-realtime"],
  },
  openrouter: { observer: observerIn("openai/dist/openrouter.mjs", "observeOpenRouter"), without: ["openrouter"] },
  "openrouter-call-model": {
    observer: observerIn("openai/dist/openrouter.mjs", "observeOpenRouter"),
    without: ["openrouter"],
  },
  groq: { observer: observerIn("openai/dist/index.mjs", "observeOpenAI"), without: ["groq"] },
  "groq-0": { observer: observerIn("openai/dist/index.mjs", "observeOpenAI"), without: ["groq"] },
  together: { observer: observerIn("openai/dist/index.mjs", "observeOpenAI"), without: ["together"] },
  cerebras: { observer: observerIn("openai/dist/index.mjs", "observeOpenAI"), without: ["cerebras"] },
  anthropic: { observer: observerIn("anthropic/dist/index.mjs", "observeAnthropic"), without: ["anthropic"] },
  "anthropic-platforms": {
    observer: observerIn("anthropic/dist/index.mjs", "observeAnthropic"),
    without: ["anthropic"],
  },
  "google-genai": {
    observer: observerIn("google-genai/dist/index.mjs", "observeGoogleGenAI"),
    without: ["google-genai"],
  },
  mistral: { observer: observerIn("mistral/dist/index.mjs", "observeMistral"), without: ["mistral"] },
  cohere: { observer: observerIn("cohere/dist/index.mjs", "observeCohere"), without: ["cohere"] },
  ollama: { observer: observerIn("ollama/dist/index.mjs", "observeOllama"), without: ["ollama"] },
  voyageai: { observer: observerIn("voyageai/dist/index.mjs", "observeVoyageAI"), without: ["voyageai"] },
  bedrock: { observer: observerIn("bedrock/dist/index.mjs", "observeBedrock"), without: ["bedrock"] },
  llamaindex: {
    observer: observerIn("llamaindex/dist/index.mjs", "observeLlamaIndex"),
    without: ["llamaindex", "openai"],
  },
  "ai-sdk": { observer: observerIn("ai-sdk/dist/index.mjs", "withSvcTelemetry"), without: ["ai-sdk"] },
};

const REGISTERED: Partial<PackageDoor> = {
  name: "ai-sdk-registered",
  without: ["ai-sdk"],
  observer: observerIn("ai-sdk/dist/index.mjs", "AiSdkTelemetry"),
};

const LLAMAINDEX = versions("llamaindex", ["llamaindex-0.10", "llamaindex"], { chat: HOUR });

/** Each package in its oldest and newest tested version. */
const RECORDED: readonly PackageDoor[] = [
  // Version 4 streams no images.
  ...versions(
    "openai",
    ["openai-4"],
    { chat: HOUR, completions: HOUR, responses: HOUR, images: HOUR },
    { chat: HOUR, completions: HOUR, responses: HOUR },
  ),
  ...versions("openai", ["openai-7"], { chat: HOUR, completions: HOUR, responses: HOUR, images: HOUR }),
  ...versions("openai-realtime", ["openai-4", "openai-7"], { realtime: HOUR }, {}),
  ...versions("openai-responses-socket", ["openai-6", "openai-7"], { responses: HOUR }, {}),
  // The package drops the tokens that its types do not have.
  ...versions("openrouter", ["openrouter-0", "openrouter-1"], {
    chat: [...HOUR, "imageIn", "imageOut"],
    responses: [...HOUR, ...MEDIA],
  }),
  ...versions("openrouter-call-model", ["openrouter-1", "openrouter-agent-0"], { responses: HOUR }),
  ...["groq", "groq-0", "together", "cerebras"].flatMap((name) =>
    versions(name, ["openai-compatible"], { chat: HOUR }),
  ),
  ...versions("anthropic", ["anthropic-0.39", "anthropic-1"], { messages: MEDIA, beta: MEDIA }),
  ...versions("anthropic-platforms", ["anthropic-platforms"], { bedrock: MEDIA, vertex: MEDIA }),
  // The oldest does not tell that it guesses the cost of other models.
  { ...claudeAgent("claude-agent-0.2", [...MEDIA, ...HOUR, "reasoning"]), models: CLAUDE },
  claudeAgent("claude-agent-0.3", MEDIA),
  ...googleGenAi("google-genai-1", { content: WRITES, "content of Vertex AI": WRITES }, ["embeddings of Vertex AI"]),
  ...googleGenAi("google-genai-3", { content: WRITES, "content of Vertex AI": WRITES, interactions: WRITES }, [
    "embeddings",
    "embeddings of Vertex AI",
  ]),
  ...versions("mistral", ["mistral-1", "mistral-2"], { chat: HOUR }),
  ...versions("cohere", ["cohere-7", "cohere-8"], { chat: COUNTS_ONLY, "chat of version 1": COUNTS_ONLY }),
  ...versions("ollama", ["ollama-0.5", "ollama-0.6"], { chat: COUNTS_ONLY, generate: COUNTS_ONLY }),
  ...versions("voyageai", ["voyageai-0.4"], {}),
  ...versions("bedrock", ["bedrock-3.600", "bedrock"], { converse: [...MEDIA, "reasoning"], messages: MEDIA }),
  ...["ai-sdk", "ai-sdk-models"].flatMap((name) =>
    AI_SDK_WAYS.flatMap(([installations, ways]) => versions(name, installations, ways)),
  ),
  ...versions("ai-sdk-other-models", ["ai-sdk-4"], { xai: [...WRITES, ...MEDIA], compatible: [...WRITES, ...MEDIA] }),
  ...versions("ai-sdk-other-models", ["ai-sdk-5"], { xai: [...WRITES, ...MEDIA], compatible: [...WRITES, ...MEDIA] }),
  ...versions("ai-sdk-other-models", ["ai-sdk-6", "ai-sdk-7"], { xai: HOUR, compatible: HOUR }),
  ...versions("ai-sdk-gateway", ["ai-sdk-5"], { gateway: [...WRITES, ...MEDIA] }),
  ...versions("ai-sdk-gateway", ["ai-sdk-6", "ai-sdk-7"], { gateway: HOUR }),
  // The whole answers of LangChain have fewer counts than its streams, which keep the report of the provider.
  ...versions(
    "langchain",
    ["langchain-1.0"],
    { chat: [...WRITES, "imageIn", "imageOut"], responses: [...WRITES, ...MEDIA] },
    { chat: HOUR, responses: HOUR },
  ),
  ...versions(
    "langchain",
    ["langchain-newest"],
    { chat: HOUR, responses: [...HOUR, ...MEDIA] },
    { chat: HOUR, responses: HOUR },
  ),
  // LangChain adds the output tokens in the first event of Anthropic's stream to those in the last, which contain them.
  ...versions(
    "langchain-providers",
    ["langchain-providers"],
    { messages: MEDIA, content: [...WRITES, ...MEDIA], google: WRITES },
    { content: [...WRITES, ...MEDIA], google: WRITES },
  ),
  ...versions("langchain-other-providers", ["langchain-other-providers"], {
    cohere: COUNTS_ONLY,
    groq: [...WRITES, ...MEDIA],
    mistral: COUNTS_ONLY,
    ollama: COUNTS_ONLY,
  }),
  ...versions("langchain-aws", ["bedrock"], { converse: [...MEDIA, "reasoning"] }),
  ...LLAMAINDEX,
  // Model calls by the events of LlamaIndex.
  ...LLAMAINDEX.map((door) => changed(door, { without: ["openai"] })),
  ...versions("openai-agents", ["openai-agents-0.8", "openai-agents"], { chat: HOUR, responses: HOUR }),
  ...versions("mastra", ["mastra-oldest", "mastra"], { chat: [...WRITES, ...MEDIA] }),
  // Strands streams every answer, and makes spans of its own.
  ...versions("strands", ["strands"], { chat: HOUR }, {}),
];

/** Packages that an instrumentation records, and those that the application has recorded by itself. */
export const PACKAGE_DOORS: readonly PackageDoor[] = [...RECORDED, ...RECORDED.flatMap(observed)];

/** Returns the door of a package that the application has recorded by itself, if there is one. */
function observed(door: PackageDoor): PackageDoor[] {
  // Version 7 has no setting for each call.
  const isRegistered = door.name === "ai-sdk" && door.installation === "ai-sdk-7";
  const changes = isRegistered ? REGISTERED : OBSERVERS[door.name];
  return changes === undefined || door.without !== undefined ? [] : [changed(door, changes)];
}

function changed(door: PackageDoor, changes: Partial<PackageDoor>): PackageDoor {
  return { ...door, ...changes };
}

function versions(name: string, installations: readonly string[], whole: Ways, streamed = whole): PackageDoor[] {
  const embeddings = EMBEDDING_WAYS[name] ?? [];
  return installations.map((installation) => ({ name, installation, whole, streamed, embeddings }));
}

function googleGenAi(installation: string, ways: Ways, embeddings: readonly string[]): PackageDoor[] {
  return versions("google-genai", [installation], ways).map((door) => changed(door, { embeddings }));
}

/** Returns the Claude Agent SDK, whose CLI reads every answer as a stream. */
function claudeAgent(installation: string, cannotTell: Parts): PackageDoor {
  const whole = { messages: cannotTell };
  return { name: "claude-agent", installation, whole, streamed: {}, embeddings: [], pricedModels: CLAUDE };
}
