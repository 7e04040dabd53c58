// The start line tells of each framework that is installed which version it is, how it is recorded, and what of it is not.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applicationFolder } from "../../support/application/installation.ts";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";

/** Logs the start line, and ends before anything is sent. */
async function startLine(folder: string, env: Record<string, string> = {}): Promise<string> {
  const { stderr, exitCode } = await runProgram({
    cwd: folder,
    node: ["--import", PRELOAD_FILE],
    args: ["--eval", "0"],
    env: { ...sendingTo("http://127.0.0.1:9"), SVC_LOG_LEVEL: "INFO", ...env },
  });
  expect(exitCode).toBe(0);
  return stderr;
}

test.each([
  ["ai-sdk-7", "ai", "its telemetry, for every call", "streamed speech and translation"],
  ["ai-sdk-6", "ai", "its telemetry, for every call", "calls inside a bundle"],
  [
    "ai-sdk-4",
    "ai",
    "its telemetry, for every call",
    "calls inside a bundle, cached and reasoning tokens of generateText",
  ],
  ["mcp-1.13", "@modelcontextprotocol/sdk", "requests, at clients and servers", "listing, pinging,"],
  ["mcp-2", "@modelcontextprotocol/server", "requests, at clients and servers", "listing, pinging,"],
  ["mcp-frameworks", "@ai-sdk/mcp", "the requests of its clients", "requests beside those for tools"],
  ["mcp-frameworks", "@langchain/core", "a handler in every callback manager", "runs that are given"],
  ["openai-agents", "@openai/agents-core", "what it reports to its trace processors", undefined],
  ["openai-agents", "@openai/agents-realtime", "the events of its sessions", "responses by WebRTC"],
  [
    "claude-agent-0.3",
    "@anthropic-ai/claude-agent-sdk",
    "the messages of its queries",
    "tokens and times of each model call",
  ],
  [
    "mastra",
    "@mastra/observability",
    "an exporter in each Observability",
    "agents and workflows without Observability",
  ],
  [
    "mastra-oldest",
    "@mastra/observability",
    "an exporter in each Observability",
    "agents and workflows without Observability",
  ],
  ["llamaindex", "@llamaindex/core", "its classes of engines", "workflows without an agent"],
  ["vector-stores", "@qdrant/js-client-rest", "the searches of its client", "reading by id"],
])(
  "%s: names the version of %s, how it is recorded, and what is not",
  async (application, name, recordedBy, missing) => {
    const folder = await applicationFolder(application);
    const line = await startLine(folder);
    const described = line.slice(line.indexOf("Frameworks installed here: ")).split(`${name} `)[1]!;
    expect(described).toMatch(/^\d+\.\d+\.\d+\S* \(recorded: /);
    expect(described.split(" (")[0]).toBe(await versionOf(name, folder));
    const [, said = "", left] = /recorded: ([^;)]*)(?:; not recorded: ([^)]*))?/.exec(described)!;
    expect(said).toContain(recordedBy);
    expect(left?.slice(0, missing?.length)).toBe(missing);
  },
  240_000,
);

test("says of a framework whose instrumentation is switched off that it is not recorded", async () => {
  const folder = await applicationFolder("openai-agents");
  const line = await startLine(folder, { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai-agents" });
  expect(line).toMatch(/@openai\/agents-core \d\S* \(not recorded: its instrumentation is not enabled\)/);
});

/** Returns the version in the folder of a package, that of the application or that of the repository. */
async function versionOf(name: string, folder: string): Promise<string> {
  for (const top of [folder, join(folder, "../../..")]) {
    const text = await readFile(join(top, "node_modules", name, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { version: string }).version;
  }
  throw new Error(`${name} is not installed for ${folder}.`);
}
