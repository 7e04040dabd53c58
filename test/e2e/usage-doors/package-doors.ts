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
  /** Function of our package that observes the client, where no instrumentation records the calls. */
  readonly observer?: string;
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
  mistral: ["embeddings"],
  cohere: ["embeddings"],
  ollama: ["embeddings"],
  voyageai: ["embeddings", "rerank"],
  "ai-sdk": ["embeddings"],
};

const OBSERVERS: Readonly<Record<string, string>> = {
  openai: "observeOpenAI",
  anthropic: "observeAnthropic",
  "google-genai": "observeGoogleGenAI",
  mistral: "observeMistral",
  cohere: "observeCohere",
  ollama: "observeOllama",
  voyageai: "observeVoyageAI",
  bedrock: "observeBedrock",
};

/** Each package in its oldest and newest tested version. */
const RECORDED: readonly PackageDoor[] = [
  ...versions("openai", ["openai-4", "openai-7"], { chat: HOUR, responses: HOUR }),
  ...versions("anthropic", ["anthropic-0.39", "anthropic-1"], { messages: MEDIA }),
  // The oldest does not tell that it guesses the cost of other models.
  { ...claudeAgent("claude-agent-0.2", [...MEDIA, ...HOUR, "reasoning"]), models: CLAUDE },
  claudeAgent("claude-agent-0.3", MEDIA),
  ...versions("google-genai", ["google-genai-1", "google-genai-3"], { content: WRITES }),
  ...versions("mistral", ["mistral-1", "mistral-2"], { chat: HOUR }),
  ...versions("cohere", ["cohere-7", "cohere-8"], { chat: COUNTS_ONLY }),
  ...versions("ollama", ["ollama-0.5", "ollama-0.6"], { chat: COUNTS_ONLY }),
  ...versions("voyageai", ["voyageai-0.4"], {}),
  ...versions("bedrock", ["bedrock-3.600", "bedrock"], { converse: [...MEDIA, "reasoning"] }),
  ...["ai-sdk", "ai-sdk-models"].flatMap((name) =>
    AI_SDK_WAYS.flatMap(([installations, ways]) => versions(name, installations, ways)),
  ),
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
    { messages: MEDIA, content: [...WRITES, ...MEDIA] },
    { content: [...WRITES, ...MEDIA] },
  ),
  ...versions("llamaindex", ["llamaindex-0.10", "llamaindex"], { chat: HOUR }),
  ...versions("openai-agents", ["openai-agents-0.8", "openai-agents"], { chat: HOUR, responses: HOUR }),
  ...versions("mastra", ["mastra-oldest", "mastra"], { chat: [...WRITES, ...MEDIA] }),
];

/** Packages that an instrumentation records, and clients that are observed one by one. */
export const PACKAGE_DOORS: readonly PackageDoor[] = [
  ...RECORDED,
  ...RECORDED.flatMap((door) => {
    const observer = OBSERVERS[door.name];
    return observer === undefined ? [] : [{ ...door, observer }];
  }),
];

function versions(name: string, installations: readonly string[], whole: Ways, streamed = whole): PackageDoor[] {
  const embeddings = EMBEDDING_WAYS[name] ?? [];
  return installations.map((installation) => ({ name, installation, whole, streamed, embeddings }));
}

/** Returns the Claude Agent SDK, whose CLI reads every answer as a stream. */
function claudeAgent(installation: string, cannotTell: Parts): PackageDoor {
  const whole = { messages: cannotTell };
  return { name: "claude-agent", installation, whole, streamed: {}, embeddings: [], pricedModels: CLAUDE };
}
