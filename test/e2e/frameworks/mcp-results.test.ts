// Results of MCP that are not simply the answer of a handler: the client rejects them, a handler for everything else gives them, or
// they are those of tasks.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const SCHEMA = "ERROR Structured content does not match the tool's output schema: data/kg must be number";

/** Returns the tree of a tool: the client's half, and the server's below it. */
const tool = (name: string, end = "", atServer = end): Tree => [
  `tool ${name} ${end}`.trim(),
  [`span tools/call ${name} ${atServer}`.trim()],
];
const prompt = (name: string, end = ""): Tree => [
  `span prompts/get ${name} ${end}`.trim(),
  [`span prompts/get ${name} ${end}`.trim()],
];
const times = (count: number, tree: Tree): Tree[] => Array.from({ length: count }, () => tree);

const CHECKED = [...times(11, tool("weigh")), ...times(11, tool("weigh", SCHEMA, "")), tool("free")];
const FALLBACK = [prompt("polite"), prompt("rude", "ERROR No such manners")];
const CANCELLED = "WARNING The request was cancelled before its answer";
const TASKS = [
  ...times(22, tool("bake")),
  tool("burn", "ERROR The task failed", "ERROR smoke"),
  tool("brew"),
  tool("wait", CANCELLED),
  tool("wait", "WARNING The result of the task was not read", "WARNING The task did not end"),
];

/** Trees of each version. Version 2 has no tasks. */
const EXPECTED: Readonly<Record<string, readonly Tree[]>> = {
  "mcp-1": [...CHECKED, ...FALLBACK, ...TASKS],
  "mcp-2": [...CHECKED, ...FALLBACK],
};

const RUNS = testedVersions(
  Object.keys(EXPECTED).flatMap((version) => ["results.mjs", "results.cjs"].map((main) => [version, main] as const)),
  [
    ["mcp-1", "results.cjs"],
    ["mcp-2", "results.mjs"],
  ],
);

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
});
afterAll(() => service.stop());

describe.each(RUNS)("%s, %s", (version, main) => {
  let recorded: StoredObservation[] = [];
  const tools = (name: string) => recorded.filter((each) => each.name === name && each.type === "TOOL");
  beforeAll(async () => {
    recorded = await program.play(version, main);
  }, 240_000);

  test("records each call as one tool and its server's half, and fails what the client rejected", () => {
    const unprefixed = recorded.map((each) => ({
      ...each,
      statusMessage: each.statusMessage?.replace(/^(MCP error -?\d+: )+/, "") ?? null,
    }));
    expect(byName(treesOf(unprefixed))).toEqual(byName(EXPECTED[version]!));
  });

  test("keeps the rejected result beside the error", () => {
    const rejected = tools("weigh").filter(({ level }) => level === "ERROR");
    expect(rejected.map(({ output }) => String(output))).toEqual(
      rejected.map(() => expect.stringContaining('"kg":"light"') as string),
    );
  });

  if (version !== "mcp-1") return;
  test("has the result of a task, and its time, on both halves", () => {
    const baked = recorded.filter(({ name }) => name?.endsWith("bake"));
    expect(baked.map(({ output }) => output)).toEqual(baked.map(() => "a cake"));
    // The work of a task begins 30 milliseconds after its creation, which is the answer of the request.
    const durations = baked.map(({ startTime, endTime }) => Date.parse(endTime) - Date.parse(startTime));
    expect(Math.min(...durations)).toBeGreaterThanOrEqual(25);
    const asTasks = tools("bake").filter(({ metadata }) => metadata["task_id"] !== undefined);
    expect(asTasks).toHaveLength(21);
  });
});

test("records no content where the process records none", async () => {
  const recorded = await program.play("mcp-1", "results.mjs", { SVC_CAPTURE_CONTENT: "false" });
  expect(recorded).toHaveLength(2 * EXPECTED["mcp-1"]!.length);
  expect(JSON.stringify(recorded)).not.toMatch(/stone|feather|cake|smoke|tea|manners|kg/);
}, 60_000);
