import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { describeFramework } from "../../support/frameworks/framework.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";
import { byName, times, treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";

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
  dropped: agent(0, "The application dropped the query"),
  startup: agent(2, "", TURN, ADD, TURN),
  prewarm: agent(2, "", TURN, ADD, TURN),
};

/** Returns a tree in which each tool of the application's own has its request to the server below it. */
function withServerHalves([what, ...below]: Tree): Tree {
  const tool = /^tool mcp__desk__(.*)$/.exec(what)?.[1];
  return tool === undefined ? [what, ...below.map(withServerHalves)] : [what, [`span tools/call ${tool}`]];
}

let service: LocalService;
let folder: string;
beforeAll(async () => {
  service = await startLocalService();
  folder = await installed("claude-agent-0.3");
}, 240_000);
afterAll(() => service.stop());

const seen = new Set<string>();

async function play(args: string[], node: string[] = [], env: Record<string, string> = {}) {
  return freshIn(runProgram({ cwd: folder, args, node: ["--expose-gc", ...node], env }));
}

/** Waits for the end of a run; returns it with what was recorded since the last one. */
async function freshIn(running: Promise<ApplicationRun>) {
  const run = await running;
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return { run, recorded: fresh };
}

const traced = (args: string[], env: Record<string, string> = {}) =>
  play(args, ["--import", PRELOAD_FILE], { ...sendingTo(service.url), ...env });

describe("the Claude Agent SDK under the preload", () => {
  test("runs the queries as without the preload, and records each as a tree with its tokens once", async () => {
    const args = ["main.mjs", ...Object.keys(TREES)];
    const { run: bare } = await play(args);
    const { run, recorded } = await traced(args);
    expect(run).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
    expect(byName(treesOf(recorded))).toEqual(byName(Object.values(TREES)));
    const said = recorded.filter(({ type, output }) => type === "AGENT" && output === "Hello.");
    expect(said.map(({ input }) => input)).toContain("Say hello");
    const tool = recorded.find(({ name }) => name === "mcp__desk__add")!;
    expect(tool).toMatchObject({ input: '{"a":1,"b":2}', output: "3", metadata: { tool_use_id: expect.any(String) } });
  }, 300_000);

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
    expect(byName(treesOf(recorded))).toEqual(
      Array.from({ length: 20 }, () => byName([agent(2, "", TURN, ADD, TURN)])[0]),
    );
    const inputs = recorded.filter(({ type }) => type === "AGENT").map(({ input }) => input);
    expect(new Set(inputs).size).toBe(20);
  }, 300_000);

  test("records no content where the process records none, and nothing where it is switched off", async () => {
    const { recorded } = await traced(["main.mjs", "tools"], { SVC_CAPTURE_CONTENT: "false" });
    expect(recorded.map(({ input, output }) => [input, output])).toEqual(recorded.map(() => [null, null]));
    expect(recorded.length).toBe(4);
    const off = await traced(["main.mjs", "tools"], { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "claude-agent" });
    expect(off.recorded).toEqual([]);
  }, 60_000);

  test("records the queries of main.cjs, which loads the SDK in another way", async () => {
    const { run: bare } = await play(["main.cjs", "hello"]);
    const { run, recorded } = await traced(["main.cjs", "hello"]);
    expect(run).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
    expect(byName(treesOf(recorded))).toEqual([TREES["hello"]]);
  }, 60_000);

  test("records each tool of /core once, with the request to its server of MCP below it", async () => {
    const args = ["core.mjs", "tools", "failingTool", "subagent", "startup", "prewarm"];
    const { run: bare } = await play(args);
    const { run, recorded } = await traced(args);
    expect(run).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
    const expected = args.slice(1).map((name) => withServerHalves(TREES[name]!));
    expect(byName(treesOf(recorded))).toEqual(byName(expected));
  }, 300_000);

  test("sends the traces of the CLI to the service where the application has switched them on alone", async () => {
    const switches = { CLAUDE_CODE_ENABLE_TELEMETRY: "1", CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: "1" };
    const { run, recorded } = await traced(["main.mjs", "tools"], switches);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const main = recorded.find(({ name }) => name === "claude-agent")!;
    const interaction = recorded.find(({ name }) => name === "claude_code.interaction")!;
    expect(interaction).toMatchObject({ parentObservationId: main.id, input: "Please add up" });
    const without = await traced(["main.mjs", "tools"], { ...switches, SVC_CAPTURE_CONTENT: "false" });
    expect(JSON.stringify(without.recorded)).not.toContain("Please add up");
    const elsewhere = await traced(["main.mjs", "tools"], { ...switches, OTEL_TRACES_EXPORTER: "none" });
    expect(byName(treesOf(elsewhere.recorded))).toEqual(byName([TREES["tools"]!]));
  }, 90_000);

  test("joins the traces of the CLI that the application has configured, without counting twice", async () => {
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
  }, 120_000);
});

/** Queries of an earlier version, each in a process of its own. */
const EARLIER = [
  "hello",
  "tools",
  "failingTool",
  "denied",
  "hooked",
  "subagent",
  "maxTurns",
  "refused",
  "stream",
  "startup",
];

describe("without the preload", () => {
  test("observeQuery and observeStartup record what the functions that they return are asked", async () => {
    const { run, recorded } = await play(["alone.mjs"], [], sendingTo(service.url));
    expect(run).toMatchObject({
      exitCode: 0,
      stderr: "",
      stdout: expect.stringMatching(/^(Hello\.\n){3}true .* true\n$/),
    });
    const hello = agent(1, "", TURN);
    expect(byName(treesOf(recorded))).toEqual(byName([["span application", hello], hello]));
  }, 60_000);

  test("ClaudeAgentInstrumentation puts the functions back when it is disabled", async () => {
    const { run, recorded } = await play(["registered.mjs"], [], sendingTo(service.url));
    expect(run).toMatchObject({ exitCode: 0, stderr: "", stdout: "Hello.\nfalse false\nHello.\nHello.\nHello.\n" });
    const prompts = recorded.filter(({ type }) => type === "AGENT").map(({ input }) => input);
    expect(new Set(prompts)).toEqual(new Set(["Enabled again", "While enabled"]));
    expect(prompts).toHaveLength(2);
  }, 60_000);
});

test.each(testedVersions(EARLIER, []))(
  "version 0.2 records %s as the newest one does",
  async (name) => {
    const recorded = await new PlayedProgram(service).play("claude-agent-0.2", ["main.mjs", name]);
    expect(byName(treesOf(recorded))).toEqual(byName([TREES[name]!]));
  },
  240_000,
);

const READ = "tool mcp__repository__read_change";
const BOOK = "tool mcp__hotel__book";

/** Applications after the examples of the SDK. Each query is a process of its own: three at once are as many as two cores take. */
describeFramework({
  name: "an application of the Claude Agent SDK",
  versions: { "0.3": "claude-agent-0.3" },
  mains: ["application.mjs"],
  applications: {
    "code-review": {
      page: "claude-agent.md",
      request: /change-\d+/,
      requests: 3,
      trees: () => {
        const expert: Tree = ["agent security", TURN, [READ], [`${READ} ERROR no.js has not changed`]];
        return times(3, agent(4, "", TURN, ["tool Agent", expert], TURN));
      },
    },
    "front-desk": {
      request: /guest-\d+/,
      requests: 3,
      trees: () => times(3, agent(5, "", TURN, TURN, [BOOK], TURN, TURN, [`${BOOK} ERROR only room 7`], TURN)),
    },
  },
});
