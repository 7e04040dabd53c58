// Spans of every package and framework that is recorded, as a backend with an endpoint gets them, against what the conventions ask.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicationFolder } from "../../support/application/installation.ts";
import { programOutput } from "../../support/application/run-application.ts";
import { gapsOf, operationOf, type ConventionalSpan } from "../../support/gen-ai/required-attributes.ts";
import { LangChainStandIn } from "../../support/langchain/langchain-stand-in.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { ANSWERS, EMBEDDED } from "../../support/usage/answers.ts";
import { startUsageStandIn, type UsageStandIn } from "../../support/usage/usage-stand-in.ts";
import { PACKAGE_DOORS, type Ways } from "../usage-doors/package-doors.ts";
import { makeCalls } from "../usage-doors/package-program.ts";

let sink: ExportSink;
let standIn: UsageStandIn;
let langchain: LangChainStandIn;
beforeAll(async () => {
  [sink, standIn, langchain] = await Promise.all([
    startExportSink(0, ["/v1/traces"]),
    startUsageStandIn(),
    LangChainStandIn.start(),
  ]);
});
afterAll(() => Promise.all([sink.close(), standIn.close(), langchain.stop()]));

/** Returns the spans that have arrived since the last call. */
function arrived(): ConventionalSpan[] {
  const spans = sink.spans.map((span) => ({
    name: span.name,
    // OTLP counts the kinds from 1.
    kind: span.kind - 1,
    hasFailed: span.status?.code === 2,
    attributes: attributesOf(span),
  }));
  sink.exports.length = 0;
  return spans;
}

const gapsIn = (spans: readonly ConventionalSpan[]): string[] => [
  ...new Set(spans.flatMap((span) => gapsOf(span).map((gap) => `${operationOf(span)}: ${gap}`))),
];

/** Indices of the answers with fresh tokens only, and with tokens of the cache and of thoughts. */
const FRESH = 0;
const CACHED_AND_THOUGHT = 1;

/** Attributes that a package does not tell, by its name. */
const UNTOLD: Readonly<Record<string, readonly string[]>> = {
  // The usage is that of the query, on its agent: a message of the SDK has a placeholder.
  "claude-agent": ["chat: usage.input_tokens", "chat: usage.output_tokens"],
  ollama: ["chat: response.id"],
  bedrock: ["chat: response.id"],
  "langchain-providers": ["chat: response.id"],
  mastra: ["chat: response.id"],
};

/** Packages that send the requests themselves, and so have the address of the server. Bedrock's client resolves it for each request. */
const PROVIDERS: ReadonlySet<string> = new Set([
  "openai",
  "anthropic",
  "google-genai",
  "mistral",
  "cohere",
  "ollama",
  "voyageai",
]);

/** Packages whose calls are made, of those that the table of usage has. */
const MADE: ReadonlySet<string> = new Set([
  ...PROVIDERS,
  "bedrock",
  "ai-sdk",
  "ai-sdk-models",
  "langchain",
  "langchain-providers",
  "llamaindex",
  "openai-agents",
  "claude-agent",
  "mastra",
]);

/** Newest tested version of each package, with its calls. */
const DOORS = [
  ...new Map(
    PACKAGE_DOORS.filter(({ name, without }) => MADE.has(name) && without === undefined).map((door) => [
      door.name,
      door,
    ]),
  ).values(),
];

describe.each(DOORS.map((door) => [`${door.name} in ${door.installation}`, door] as const))("%s", (_title, door) => {
  const calls = [
    ...callsIn(door.whole, false),
    ...callsIn(door.streamed, true),
    ...door.embeddings.map((way) => ({ way, isStreamed: false, answer: ANSWERS.length })),
  ];
  let spans: readonly ConventionalSpan[];

  beforeAll(async () => {
    const questions = calls.map(({ way, isStreamed, answer }, index) => ({
      way,
      isStreamed,
      model: (ANSWERS[answer] ?? EMBEDDED).model,
      question: `Call ${index}: answer ${answer}`,
    }));
    await makeCalls(door, questions, { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, STAND_IN: standIn.url });
    spans = arrived();
  }, 180_000);

  test("has what the conventions ask of each span", () => {
    const calling = spans.filter((span) => !(operationOf(span) ?? "invoke_").startsWith("invoke_"));
    expect(calling).toHaveLength(calls.length);
    expect(gapsIn(spans)).toEqual(UNTOLD[door.name] ?? []);
    const withoutAddress = calling.filter(({ attributes }) => attributes["server.address"] !== "127.0.0.1");
    expect(PROVIDERS.has(door.name) ? withoutAddress : []).toEqual([]);
  });

  test("has tokens of the cache and of thoughts where the package tells them", () => {
    const counted = spans.filter(({ attributes }) => attributes["gen_ai.usage.cache_read.input_tokens"] !== undefined);
    const told = calls.filter(({ answer }) => answer === CACHED_AND_THOUGHT);
    expect(counted).toHaveLength(told.length);
    for (const { attributes } of counted) {
      expect(attributes).toMatchObject({
        "gen_ai.usage.input_tokens": 4_459 + 9_216,
        "gen_ai.usage.cache_read.input_tokens": 9_216,
        "gen_ai.usage.output_tokens": 1_000,
        "gen_ai.usage.reasoning.output_tokens": 900,
      });
    }
  });
});

function callsIn(ways: Ways, isStreamed: boolean): { way: string; isStreamed: boolean; answer: number }[] {
  return Object.entries(ways).map(([way, cannotTell]) => {
    const isTold = !cannotTell.includes("cached") && !cannotTell.includes("reasoning");
    return { way, isStreamed, answer: isTold ? CACHED_AND_THOUGHT : FRESH };
  });
}

/** Program with agents, tools or searches, whose spans have these operations. */
interface Program {
  readonly installation: string;
  readonly args: readonly string[];
  readonly env?: () => Readonly<Record<string, string>>;
  readonly operations: readonly string[];
  readonly untold?: readonly string[];
}

const SCENARIOS = ["agent with tools", "interrupt and resume", "retriever", "bound tool", "error in a model"];

const PROGRAMS: Readonly<Record<string, Program>> = {
  LangGraph: {
    installation: "langchain-newest",
    args: ["main.mjs"],
    env: () => ({ BASE_URL: langchain.url("NAME"), SCENARIOS: JSON.stringify(SCENARIOS) }),
    operations: ["chat", "embeddings", "execute_tool", "invoke_agent", "invoke_workflow", "retrieval"],
  },
  "the AI SDK": {
    installation: "ai-sdk-7",
    args: ["application.mjs", "service"],
    operations: ["chat", "execute_tool", "invoke_agent"],
  },
  "OpenAI Agents": {
    installation: "openai-agents",
    args: ["application.mjs", "customer-service"],
    operations: ["chat", "execute_tool", "invoke_agent", "invoke_workflow"],
    // The SDK's spans of tools have no ids, and those of handoffs no content.
    untold: ["execute_tool: tool.call.id", "execute_tool: tool.call.arguments", "execute_tool: tool.call.result"],
  },
  Mastra: {
    installation: "mastra",
    args: ["main.mjs", "weather"],
    operations: ["chat", "execute_tool", "invoke_agent", "invoke_workflow"],
    // The stream of this model has no usage.
    untold: ["chat: response.id", "chat: usage.input_tokens", "chat: usage.output_tokens"],
  },
  "Mastra with memory": {
    installation: "mastra",
    args: ["main.mjs", "library"],
    operations: ["chat", "embeddings", "execute_tool", "invoke_agent", "retrieval"],
    untold: ["chat: response.id"],
  },
  LlamaIndex: {
    installation: "llamaindex",
    args: ["main.mjs", "knowledge-agent"],
    operations: ["chat", "embeddings", "execute_tool", "invoke_agent", "retrieval"],
    // Agents read the model as a stream, which they do not ask for usage.
    untold: ["chat: usage.input_tokens", "chat: usage.output_tokens", "execute_tool: tool.call.id"],
  },
  "Claude Agent": {
    installation: "claude-agent-0.3",
    args: ["main.mjs", "subagent"],
    operations: ["chat", "execute_tool", "invoke_agent"],
    untold: ["chat: usage.input_tokens", "chat: usage.output_tokens"],
  },
  "a vector database": {
    installation: "vector-stores",
    args: ["application.mjs", "recipes"],
    operations: ["chat", "embeddings", "retrieval"],
  },
  MCP: {
    installation: "mcp-notes",
    args: ["main.mjs", "chat-service"],
    operations: ["chat", "execute_tool"],
    untold: ["execute_tool: tool.call.id"],
  },
};

describe.each(Object.entries(PROGRAMS))("%s", (_name, program) => {
  test("has what the conventions ask of each span", async () => {
    const { installation, args, env, operations, untold = [] } = program;
    await programOutput({
      cwd: await applicationFolder(installation),
      node: ["--expose-gc", "--import", PRELOAD_FILE],
      args,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, SVC_LOG_LEVEL: "ERROR", NODE_NO_WARNINGS: "1", ...env?.() },
    });
    const spans = arrived();
    const found = new Set(spans.map(operationOf).filter((operation) => operation !== undefined));
    expect([...found].toSorted()).toEqual(operations);
    expect(gapsIn(spans)).toEqual(untold);
  }, 180_000);
});
