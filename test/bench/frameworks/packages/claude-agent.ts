import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { APPS, INSTALLATIONS } from "../../../support/paths.ts";
import { ANSWER, QUESTION } from "../../providers/provider-package.ts";
import type { Framework } from "../framework.ts";

interface Sdk {
  query(options: object): AsyncIterable<{ readonly type: string }>;
  tool(name: string, description: string, schema: object, execute: () => Promise<object>): object;
  createSdkMcpServer(options: object): object;
}

/** Stand-in of Anthropic's API that the tests use. */
interface MessagesServer {
  readonly MODEL: string;
  readonly said: (text: string) => object;
  readonly asked: (name: string, input: object) => object;
  readonly hasResult: (request: object) => boolean;
  startServer(answer: (request: object) => object[]): Promise<unknown>;
}

interface OpenInference {
  readonly ClaudeAgentSDKInstrumentation: new (options: object) => { manuallyInstrument(module: Sdk): Sdk };
}

const folder = join(INSTALLATIONS, "claude-agent-0.3");

const importFrom = async <Module>(path: string): Promise<Module> => (await import(pathToFileURL(path).href)) as Module;

/** Claude Agent SDK: a query whose agent calls a tool of this process, then answers. */
export const claudeAgent: Framework<"query"> = {
  title: "@anthropic-ai/claude-agent-sdk 0.3.330",
  folder,
  scenarios: { query: { title: "a query with a tool, two turns", callsPerRound: 2, rounds: 5 } },
  rival: "openinference 0.3.1",
  note: "CPU of the application's process alone, with the stand-in of the API: each query starts a process of the CLI beside it.",
  async prepare({ contender, loadRival, provider }) {
    const { MODEL, said, asked, hasResult, startServer } = await importFrom<MessagesServer>(
      join(APPS, "claude-agent/messages-server.mjs"),
    );
    await startServer((request) => [
      hasResult(request) ? said(ANSWER) : asked("mcp__desk__population", { city: "Reykjavik" }),
    ]);
    const loaded = await importFrom<Sdk>(join(folder, "sdk.mjs"));
    let sdk = loaded;
    if (contender === "rival") {
      const { ClaudeAgentSDKInstrumentation } = loadRival(
        "@arizeai/openinference-instrumentation-claude-agent-sdk",
      ) as OpenInference;
      sdk = new ClaudeAgentSDKInstrumentation({ tracerProvider: provider }).manuallyInstrument(loaded);
    }
    const execute = (): Promise<object> => Promise.resolve({ content: [{ type: "text", text: "139,875" }] });
    const tools = [sdk.tool("population", "Returns the population of a city", {}, execute)];
    const options = { model: MODEL, settingSources: [], allowedTools: ["mcp__desk__population"] };
    return async () => {
      const mcpServers = { desk: sdk.createSdkMcpServer({ name: "desk", tools }) };
      const answers = sdk.query({ prompt: QUESTION, options: { ...options, mcpServers } });
      let messages = 0;
      for await (const { type } of answers) if (type === "assistant") messages++;
      return messages;
    };
  },
};
