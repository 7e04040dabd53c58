import { afterAll, beforeAll, expect, test } from "vitest";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { observationLines } from "../../support/server/observation-lines.ts";

const CHAT = "generation chat gpt-4o-mini";
const DISK = "ERROR The disk is full";
const ADDED = ["tool add", "  span tools/call add"];

/** Returns the tree of an agent of LangChain with these lines for its tools. */
const langchain = (...tools: string[]): string[] => {
  const step = ["  span model_request", "    generation ChatOpenAI", "    span RunnableLambda"];
  return ["agent LangGraph", "  span __start__ DEBUG", ...step, "  span tools", ...indented(tools, 4), ...step];
};

/** Returns the tree of a `generateText` with these lines for its tools. */
const aiSdk = (...tools: string[]): string[] => [
  "agent ai.generateText",
  `  ${CHAT}`,
  ...indented(tools, 2),
  `  ${CHAT}`,
];

/** Returns the tree of a run of OpenAI's Agents SDK with these lines for its tools. */
function openAiAgents(...tools: string[]): string[] {
  const turn = ["    span tools/list notes DEBUG", `    ${CHAT}`];
  return ["chain Agent workflow", "  agent Adder", ...turn, ...indented(tools, 4), ...turn];
}

const indented = (lines: readonly string[], spaces: number): string[] => lines.map((line) => " ".repeat(spaces) + line);
const twenty = (lines: readonly string[]): string[] => Array.from({ length: 20 }, () => lines).flat();

/** Observations of `test/installations/mcp-frameworks/main.mjs`, in their order. */
const LANGCHAIN: readonly string[] = [
  ...langchain(...ADDED),
  ...langchain("tool notes__add", "  span tools/call add"),
  // A tool of the application's own that calls others is one more.
  ...langchain("tool report", ...indented([...ADDED, ...ADDED], 2)),
  "tool fail ERROR ToolException: MCP tool 'fail' on server 'notes' returned an error: The disk is full",
  `  span tools/call fail ${DISK}`,
  ...twenty(langchain(...ADDED)),
];
const AI_SDK: readonly string[] = [
  ...aiSdk(...ADDED),
  ...aiSdk(`tool fail ${DISK}`, `  span tools/call fail ${DISK}`),
  ...twenty(aiSdk(...ADDED)),
  ...ADDED,
];

const AGENTS: readonly string[] = [
  ...openAiAgents(...ADDED),
  ...openAiAgents(`tool fail ${DISK}`, `  span tools/call fail ${DISK}`),
  ...twenty(openAiAgents(...ADDED)),
];

let [service, recorded]: [LocalService, StoredObservation[]] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  recorded = await new PlayedProgram(service).play("mcp-frameworks", "main.mjs");
}, 240_000);
afterAll(() => service.stop());

test("a tool that a framework executes by MCP is one observation, with the server's half below it", () => {
  expect(observationLines(recorded)).toEqual([...LANGCHAIN, ...AI_SDK, ...AI_SDK, ...AGENTS]);
});

test("each of 20 concurrent executions has its own half at the server", () => {
  const tools = recorded.filter(({ type, input }) => type === "TOOL" && String(input).includes('"b":100'));
  expect(tools).toHaveLength(4 * 20);
  for (const { id, input } of tools) {
    expect(recorded.find((each) => each.parentObservationId === id)!.input).toBe(input);
  }
});
