import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../support/server/observation-trees.ts";

const TURN: Tree = ["generation chat claude-sonnet-4-5"];
const ADD: Tree = ["tool mcp__desk__add"];

/** Returns the agent of a query with this number of model calls, whose tokens are counted on the agent. */
const agent = (calls: number, ending: string, ...below: Tree[]): Tree => [
  ["agent claude-agent", ending, calls === 0 ? "" : [4, 2, 12, 30].map((count) => count * calls).join("+")]
    .filter((word) => word !== "")
    .join(" "),
  ...below,
];

/** Observations of the queries of `scenarios.mjs`, by their names. Each query runs in a process of its own. */
const TREES: Readonly<Record<string, Tree>> = {
  hello: agent(1, "", TURN),
  tools: agent(2, "", TURN, ADD, TURN),
  failingTool: agent(2, "", TURN, ["tool mcp__desk__fail ERROR no luck"], TURN),
  denied: agent(2, "", TURN, ["tool Read ERROR not allowed"], TURN),
  hooked: agent(2, "", TURN, ADD, TURN),
  subagent: agent(4, "", TURN, ["tool Agent", ["agent helper", TURN, ADD]], TURN),
  maxTurns: agent(2, "ERROR error_max_turns: Reached maximum number of turns (2)", TURN, ADD, TURN, ADD),
  refused: agent(0, "ERROR error: API Error: 400 refused here", ["generation chat ERROR unknown"]),
  stream: agent(2, "", TURN, TURN),
  methods: agent(1, "", TURN),
  break: agent(0, "The application stopped reading the stream"),
};

let service: LocalService;
let folder: string;
beforeAll(async () => {
  service = await startLocalService();
  folder = await installed("claude-agent-0.3");
}, 240_000);
afterAll(() => service.stop());

const seen = new Set<string>();

async function play(args: string[], node: string[] = [], env: Record<string, string> = {}) {
  const run: ApplicationRun = await runProgram({ cwd: folder, args, node, env });
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return { run, recorded: fresh };
}

const traced = (args: string[], env: Record<string, string> = {}) =>
  play(args, ["--import", PRELOAD_FILE], { ...sendingTo(service.url), ...env });

/** Returns trees whose messages have their first line alone: the CLI adds advice below. */
function shortTrees(recorded: readonly StoredObservation[]): Tree[] {
  return byName(
    treesOf(recorded.map((each) => ({ ...each, statusMessage: each.statusMessage?.split("\n")[0] ?? null }))),
  );
}

describe("the Claude Agent SDK under the preload", () => {
  test("runs the queries as without the preload, and records each as a tree with its tokens once", async () => {
    const args = ["main.mjs", ...Object.keys(TREES)];
    const { run: bare } = await play(args);
    const { run, recorded } = await traced(args);
    expect(run).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
    expect(shortTrees(recorded)).toEqual(byName(Object.values(TREES)));
    const said = recorded.filter(({ type, output }) => type === "AGENT" && output === "Hello.");
    expect(said.map(({ input }) => input)).toContain("Say hello");
    const tool = recorded.find(({ name }) => name === "mcp__desk__add")!;
    expect(tool).toMatchObject({ input: '{"a":1,"b":2}', output: "3", metadata: { tool_use_id: expect.any(String) } });
  }, 180_000);

  test("has totals, cost and the session of the result on the agent", async () => {
    const { recorded } = await traced(["main.mjs", "subagent"]);
    const main = recorded.find(({ name }) => name === "claude-agent")!;
    const { total_cost_usd: cost, session_id: session } = main.metadata;
    expect(main).toMatchObject({ totalCost: cost, usageDetails: { total: 192 } });
    expect(cost).toBeGreaterThan(0);
    expect([...new Set(recorded.map(({ sessionId }) => sessionId))]).toEqual([session]);
    const helper = recorded.find(({ name }) => name === "helper");
    expect(helper).toMatchObject({ input: "what a helper is told", output: "The helper says 9." });
  }, 60_000);

  test("tells an abort and an interruption from a failure", async () => {
    const { run, recorded } = await traced(["main.mjs", "abort", "interrupt"]);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const agents = recorded.filter(({ type }) => type === "AGENT");
    expect(agents.map(({ level, metadata }) => [level, metadata["outcome"]])).toEqual([
      ["WARNING", "aborted"],
      ["WARNING", "aborted"],
    ]);
  }, 60_000);

  test("keeps twenty queries at once apart", async () => {
    const { run, recorded } = await traced(["main.mjs", "concurrent"]);
    expect(JSON.parse(run.stdout)).toEqual({ concurrent: Array.from({ length: 20 }, () => "It is 3.") });
    expect(shortTrees(recorded)).toEqual(Array.from({ length: 20 }, () => byName([agent(2, "", TURN, ADD, TURN)])[0]));
    const inputs = recorded.filter(({ type }) => type === "AGENT").map(({ input }) => input);
    expect(new Set(inputs).size).toBe(20);
  }, 180_000);

  test("records no content where the process records none, and nothing where it is switched off", async () => {
    const { recorded } = await traced(["main.mjs", "tools"], { SVC_CAPTURE_CONTENT: "false" });
    expect(recorded.map(({ input, output }) => [input, output])).toEqual(recorded.map(() => [null, null]));
    expect(recorded.length).toBe(4);
    const off = await traced(["main.mjs", "tools"], { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "claude-agent" });
    expect(off.recorded).toEqual([]);
  }, 60_000);

  test("joins the traces of the CLI that the application has switched on, without counting twice", async () => {
    const authorization = Buffer.from(`${sendingTo("").SVC_PUBLIC_KEY}:${sendingTo("").SVC_SECRET_KEY}`).toString(
      "base64",
    );
    const { recorded } = await traced(["main.mjs", "tools"], {
      CLAUDE_CODE_ENABLE_TELEMETRY: "1",
      CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: "1",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${service.url}/api/public/otel/v1/traces`,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=Basic ${authorization}`,
    });
    const main = recorded.find(({ name }) => name === "claude-agent")!;
    const interaction = recorded.find(({ name }) => name === "claude_code.interaction")!;
    expect(interaction).toMatchObject({ traceId: main.traceId, parentObservationId: main.id });
    const counted = recorded.filter(({ usageDetails }) => Object.keys(usageDetails).length > 0);
    expect(counted.map(({ name }) => name)).toEqual(["claude_code.llm_request", "claude_code.llm_request"]);
  }, 60_000);
});

describe("applications after the SDK's examples", () => {
  const READ = "tool mcp__repository__read_change";
  const APPLICATIONS: Readonly<Record<string, Tree>> = {
    "code-review.mjs": agent(
      4,
      "",
      TURN,
      ["tool Agent", ["agent security", TURN, [READ], [`${READ} ERROR no.js has not changed`]]],
      TURN,
    ),
    "front-desk.mjs": agent(
      5,
      "",
      TURN,
      TURN,
      ["tool mcp__hotel__book"],
      TURN,
      TURN,
      ["tool mcp__hotel__book ERROR only room 7"],
      TURN,
    ),
  };

  test.each(Object.entries(APPLICATIONS))(
    "%s is recorded as its reader expects it",
    async (main, tree) => {
      const { run: bare } = await play([main]);
      const { run, recorded } = await traced([main]);
      expect(run).toEqual(bare);
      expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
      expect(shortTrees(recorded)).toEqual(byName([tree]));
    },
    60_000,
  );
});
