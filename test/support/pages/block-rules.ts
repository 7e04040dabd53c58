import { PROVIDER_TESTS } from "../all-provider-tests.ts";
import { PROMPT } from "../provider-tests.ts";
import type { BlockRule } from "./block-rule.ts";
import type { CodeBlock } from "./pages.ts";

/** Names that several pages leave to the application. */
const NAMES: Readonly<Record<string, string>> = {
  ask: "const ask = async (text: string, documents: string[]) => `${text} ${documents.length}`;",
  question: 'const question = "What is a span?";',
  search: "const search = async (text: string) => [text];",
  sessionId: 'const sessionId = "s1";',
  topic: 'const topic = "spans";',
  traceId: 'const traceId = "0123456789abcdef0123456789abcdef";',
  userId: 'const userId = "ann";',
  startObservation: 'import { startObservation } from "@svc/tracing";',
  startActiveObservation: 'import { startActiveObservation } from "@svc/tracing";',
  SvcSpanProcessor: 'import { SvcSpanProcessor } from "@svc/otel";',
};

const CLIENT = { client: 'import { SvcClient } from "@svc/client"; const client = new SvcClient();' };
const AI_MODEL =
  'import { createOpenAI } from "@ai-sdk/openai"; ' +
  'const model = createOpenAI({ baseURL: process.env["OPENAI_BASE_URL"]! }).chat("gpt-4o-mini");';
const AI = { generateText: 'import { generateText } from "ai";', model: AI_MODEL, prompt: 'const prompt = "Hello";' };

const NEST_APPLICATION = `
import "reflect-metadata";
import { Controller, Get, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { startObservation } from "@svc/tracing";

@Controller()
class Answers {
  @Get() answer() {
    startObservation("answered").end();
    return "Hello";
  }
}
@Module({ controllers: [Answers] })
class Application {}

const app = await NestFactory.create(Application, { logger: false });
app.useGlobalInterceptors(new TraceFieldsInterceptor());
await app.listen(0, "127.0.0.1");
const answer = await fetch(await app.getUrl(), { headers: { "x-user": "ann", "x-session": "s1" } });
console.log(await answer.text());
await app.close();
`;

/** Rules of blocks. The first that fits counts. */
const RULES: readonly BlockRule[] = [
  ...Array.from(PROVIDER_TESTS, ([name, { blockRule }]) => ({ page: `docs/${name}.md`, ...blockRule })),
  { page: "docs/ai-sdk.md", has: "runtimeContext", installation: "ai-sdk-7", context: AI },
  { page: "docs/ai-sdk.md", has: "registerTelemetry", installation: "ai-sdk-7" },
  { page: "docs/ai-sdk.md", installation: "ai-sdk-6", context: AI },
  { page: "docs/annotation.md", prints: "labelled" },
  {
    page: "docs/api.md",
    context: {
      "my dataset":
        'import { SvcClient } from "@svc/client"; await new SvcClient().api.datasets.create({ name: "my dataset" });',
    },
  },
  {
    page: "docs/browser.md",
    context: { thumbsUp: 'const thumbsUp = document.createElement("button");' },
    notExecuted: "A web page: test/e2e/browser has one in Chromium.",
  },
  { page: "docs/claude-agent.md", installation: "claude-agent-0.3" },
  { page: "docs/coexistence.md", preload: false },
  { page: "docs/datasets.md", has: "questions-1", prints: "When does my order ship?" },
  { page: "docs/datasets.md", has: "failed calls", prints: " items" },
  {
    page: "docs/edge-and-browsers.md",
    has: "in the page",
    notExecuted: "A web page: test/e2e/browser/tracing-page.test.ts has one in Chromium.",
  },
  { page: "docs/edge-and-browsers.md", has: "await search(question)", records: { name: "model", type: "GENERATION" } },
  {
    page: "docs/edge-and-browsers.md",
    preload: false,
    context: { handle: "const handle = async (request: Request) => new Response(request.url);" },
  },
  {
    page: "docs/endings.md",
    context: { waitUntil: "const waitUntil = (promise: Promise<unknown>) => void promise;" },
  },
  { page: "docs/experiments.md", has: "includeItemResults", prints: "average  exact     0.500  2 of 2 items judged" },
  {
    page: "docs/experiments.md",
    has: "experimentTest",
    notExecuted: "A test of vitest: test/integration/client/vitest-helper.test.ts runs such a test.",
  },
  { page: "docs/experiments.md", has: "console.log(result.experimentUrl)", prints: "/experiments/results?baseline=" },
  {
    page: "docs/langchain.md",
    has: "CallbackHandler",
    context: {
      chain:
        'import { RunnableLambda } from "@langchain/core/runnables"; ' +
        "const chain = RunnableLambda.from(async (input: object) => input);",
    },
  },
  {
    page: "docs/langchain.md",
    context: {
      client:
        'import { SvcClient } from "@svc/client"; const client = new SvcClient(); ' +
        'await client.prompt.create({ name: "about", prompt: "Say something about {{topic}}.", labels: ["production"] });',
      PromptTemplate: 'import { PromptTemplate } from "@langchain/core/prompts";',
      model:
        'import { FakeListChatModel } from "@langchain/core/utils/testing"; ' +
        'const model = new FakeListChatModel({ responses: ["Spans are short."] });',
    },
  },
  { page: "docs/llamaindex.md", installation: "llamaindex" },
  {
    page: "docs/mastra.md",
    has: "mastra.getAgent",
    installation: "mastra",
    notExecuted: "Mastra asks the model at an address of its own: test/e2e/frameworks/mastra.test.ts has such agents.",
  },
  { page: "docs/mastra.md", installation: "mastra", preload: false },
  {
    page: "docs/mcp.md",
    context: {
      StdioClientTransport: 'import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";',
      Client: 'import { Client } from "@modelcontextprotocol/sdk/client/index.js";',
      McpServer: 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
    },
  },
  {
    page: "docs/nestjs.md",
    has: "NestInterceptor",
    installation: "nestjs",
    hasDecorators: true,
    after: NEST_APPLICATION,
    prints: "Hello",
    records: { name: "answered", userId: "ann", sessionId: "s1" },
  },
  {
    page: "docs/observations.md",
    has: "convert",
    prints: "11",
    records: { name: "convert", type: "TOOL", output: "11" },
  },
  {
    page: "docs/observations.md",
    has: "retriever",
    records: { name: "write", usageDetails: { input: 21, output: 4, total: 25 } },
  },
  { page: "docs/openai-agents.md", preload: false },
  {
    page: "docs/openai.md",
    context: {
      ...PROMPT,
      OpenAI: 'import OpenAI from "openai";',
      request: 'const request = { model: "gpt-4.1-mini", input: "Hello" };',
    },
  },
  { page: "docs/other-backends.md", preload: false },
  { page: "docs/prompts.md", has: "Greet {{name}} in", prints: "Greet Ada in French." },
  { page: "docs/prompts.md", has: "placeholder", prints: "We are open today." },
  { page: "docs/prompts.md", has: "startObservation", context: PROMPT },
  { page: "docs/prompts.md", context: CLIENT },
  {
    page: "docs/realtime.md",
    context: { OpenAIRealtimeWS: 'import { OpenAIRealtimeWS } from "openai/realtime/ws";' },
    notExecuted: "A session with OpenAI's Realtime API: test/e2e/providers/realtime.test.ts has one.",
  },
  { page: "docs/retrieval.md", installation: "vector-stores" },
  { page: "docs/runtimes.md", preload: false },
  { page: "docs/scores.md", has: "score.create", prints: "{ delivered: 3, rejected: 0, lost: 0, waiting: 0 }" },
  {
    page: "docs/scores.md",
    has: "observationIds",
    context: {
      client: CLIENT.client,
      params:
        "const params = { mapper: () => ({ input: 1, output: 2 }), evaluators: [() => ({ name: 'a', value: 1 })] };",
      result: "const result = await client.runBatchedEvaluation(params);",
    },
  },
  { page: "docs/scores.md", prints: "isComplete: true" },
  {
    page: "docs/serverless.md",
    after: 'console.log(await handler({ question: "What is a span?" }));',
    prints: "A span is one operation of a trace.",
  },
  {
    page: "docs/sessions.md",
    has: "traceName",
    records: { name: "answer", userId: "ann", sessionId: "chat-7", tags: ["beta"], traceName: "support chat" },
  },
  { page: "docs/start.md", prints: "A span is one operation of a trace." },
];

/** Returns the rule of a block; an empty one when the block needs nothing. */
export function ruleOf({ page, code }: CodeBlock): BlockRule {
  return RULES.find((rule) => rule.page === page && code.includes(rule.has ?? "")) ?? { page };
}

/** Returns the rules that fit no block of these. */
export function unusedRules(blocks: readonly CodeBlock[]): readonly BlockRule[] {
  const used = new Set(blocks.map(ruleOf));
  return RULES.filter((rule) => !used.has(rule));
}

/** Returns the block as a program: with the declarations that it leaves to the application, and with what follows. */
export function programOf(block: CodeBlock): string {
  const { context = {}, after = "" } = ruleOf(block);
  const code = block.code.replaceAll(/\/\/.*$/gm, "");
  const needed = Object.entries({ ...NAMES, ...context }).filter(
    ([name]) => new RegExp(`\\b${name}\\b`).test(code) && !declares(code, name),
  );
  return [...needed.map(([, declaration]) => declaration), block.code, after, "export {};", ""].join("\n");
}

/** Returns true when the code declares or imports the name itself. */
function declares(code: string, name: string): boolean {
  return new RegExp(
    `\\b(const|let|function|class)\\s+${name}\\b|^import\\b[^;]*\\b${name}\\b|\\(${name}\\) =>`,
    "m",
  ).test(code);
}
