import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import { installed } from "../../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { APPS, PRELOAD_FILE } from "../../support/paths.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { describeFramework } from "../../support/frameworks/framework.ts";
import { byName, times, treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const CHAT = "generation chat the-model 10+20+2+3";
const LEFT = "The application stopped reading the stream";
const WAITS = "The run waits for an approval";
const ECHO: Tree = ["tool echo"];
const SPOKEN: Tree = [CHAT];

/** Returns the tree of a workflow in which everything has the same ending. */
const ended = (workflow: string, agent: string, ending: string, ...below: Tree[]): Tree => [
  `chain ${workflow} ${ending}`,
  [`agent ${agent} ${ending}`, ...below],
];

/** Observations of the runs of `test/apps/openai-agents/scenarios.mjs`, in the order of the runs. */
const TREES: readonly Tree[] = [
  ["chain tools", ["agent Handy", SPOKEN, ECHO, ECHO, SPOKEN]],
  ["chain handoff", ["agent Triage", SPOKEN, ["tool handoff to Expert"]], ["agent Expert", SPOKEN]],
  ["chain failingTool", ["agent Clumsy", SPOKEN, ["tool failing ERROR Error: no luck"], SPOKEN]],
  ended("loop", "Loop", "ERROR MaxTurnsExceededError: Max turns (2) exceeded", SPOKEN, ECHO, SPOKEN, ECHO),
  ended("refused", "Refused", "ERROR Error: 400 no such model", ["generation chat refused ERROR 400 no such model"]),
  ["chain guarded", ["agent Guarded", ["guardrail Polite"], SPOKEN]],
  ended("blockedInput", "Guarded", "WARNING InputGuardrailTripwireTriggered: Input guardrail triggered: {}", [
    "guardrail No maths WARNING The guardrail was triggered",
  ]),
  ended(
    "blockedOutput",
    "Guarded",
    "WARNING OutputGuardrailTripwireTriggered: Output guardrail triggered: {}",
    SPOKEN,
    ["guardrail No news WARNING The guardrail was triggered"],
  ),
  ["chain asked", ["agent Outer", SPOKEN, ["tool ask_inner", ["agent Inner", SPOKEN]], SPOKEN]],
  ended("approved", "Payer", WAITS, SPOKEN),
  ["chain approved", ["agent Payer", ["tool pay"], SPOKEN]],
  ended("approvedLater", "Payer", WAITS, SPOKEN),
  ["chain approvedLater", ["agent Payer", ["tool pay"], SPOKEN]],
  ["chain session", ["agent Friend", SPOKEN]],
  ["chain group", ["agent Friend", SPOKEN]],
  ["chain withheld", ["agent Discreet", SPOKEN, ECHO, ECHO, SPOKEN]],
  ["chain adapted", ["agent Adapted", ["generation chat the-model 10+20"]]],
  ["chain twoRuns", ["agent First", SPOKEN], ["agent Second", SPOKEN]],
  ["chain stream", ["agent Speaker", SPOKEN]],
  ended("break", "Speaker", LEFT, [`generation chat slow ${LEFT}`]),
  ended("abort", "Speaker", LEFT, [`generation chat slow ${LEFT}`]),
  ended("abortedTool", "Stopper", "WARNING AbortError: This operation was aborted", SPOKEN, ECHO),
  ["chain drop", ["agent Speaker", SPOKEN]],
  ended("torn", "Speaker", "ERROR Error: Connection error.", ["generation chat torn ERROR Connection error."]),
  SPOKEN,
  SPOKEN,
  ...Array.from({ length: 20 }, (_, index): Tree => [
    `chain concurrent ${index}`,
    [`agent Outer ${index}`, SPOKEN, ["tool ask_inner", [`agent Inner ${index}`, SPOKEN]], SPOKEN],
  ]),
];

/** Expected trees of a version. 0.8 asks the model once more after an abort, and reports the agents of a run without tracing. */
function treesIn(version: string): Tree[] {
  if (version !== "0.8") return byName(TREES);
  const aborted = "WARNING Error: Request was aborted.";
  const others = TREES.filter((tree) => tree !== SPOKEN && !tree[0].startsWith("chain abortedTool"));
  return byName([
    ...others,
    ended("abortedTool", "Stopper", aborted, SPOKEN, ECHO, ["generation chat the-model ERROR Request was aborted."]),
    ["chain tracingOff", ["agent Silent", SPOKEN]],
    SPOKEN,
  ]);
}

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
}, 60_000);
afterAll(() => service.stop());

const seen = new Set<string>();

async function play(
  folder: string,
  main: string,
  node: string[],
  env: Record<string, string> = {},
  args: string[] = [],
) {
  const run = await runProgram({ cwd: folder, args: [main, ...args], node: ["--expose-gc", ...node], env });
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return { run, recorded: fresh };
}

const traced = (folder: string, main: string, args: string[] = [], env: Record<string, string> = {}) =>
  play(folder, main, ["--import", PRELOAD_FILE], { ...sendingTo(service.url), ...env }, args);

const folders: Readonly<Record<string, () => Promise<string>>> = {
  "0.20": async () => join(APPS, "openai-agents"),
  "0.8": () => installed("openai-agents-0.8"),
};

describe.each(testedVersions(Object.keys(folders), ["0.20"]))("@openai/agents %s under the preload", (version) => {
  let folder: string;
  beforeAll(async () => {
    folder = await folders[version]!();
  }, 240_000);

  describe.each(["main.mjs", "main.cjs"])("%s", (main) => {
    let bare: ApplicationRun;
    let preloaded: ApplicationRun;
    let recorded: StoredObservation[];
    const of = (name: string, type?: string): StoredObservation => {
      const workflow = recorded.find((each) => each.name === name)!;
      if (type === undefined) return workflow;
      return recorded.find((each) => each.traceId === workflow.traceId && each.type === type)!;
    };
    beforeAll(async () => {
      bare = (await play(folder, main, [])).run;
      ({ run: preloaded, recorded } = await traced(folder, main));
    }, 60_000);

    test("runs the application and the SDK's own exporter as without the preload", () => {
      expect(preloaded).toEqual(bare);
      expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
    });

    test("records every run as a tree, and each model call once", () => {
      expect(byName(treesOf(recorded))).toEqual(treesIn(version));
    });

    test("shows the input of the application and the answer on the workflow and on its agents", () => {
      expect(of("tools")).toMatchObject({ input: "Use them", output: "The tool says two" });
      expect(of("tools", "AGENT")).toMatchObject({ input: "Use them", output: "The tool says two" });
      expect(of("failingTool", "TOOL")).toMatchObject({ input: "{}", output: "It failed: no luck" });
      expect(of("asked", "TOOL")).toMatchObject({ input: '{"input":"why"}', output: "All is well with the world." });
      expect(of("handoff", "TOOL").metadata).toMatchObject({ from_agent: "Triage", to_agent: "Expert" });
      expect(of("tools", "AGENT").metadata).toMatchObject({ tools: ["echo"] });
    });

    test("takes the group or the session of the SDK as the session, and the metadata of the trace", () => {
      expect(of("session", "GENERATION")).toMatchObject({ sessionId: "talk-1" });
      expect(of("group", "GENERATION")).toMatchObject({ sessionId: "talk-2" });
      expect(of("group").metadata).toMatchObject({ plan: "pro", seats: 3 });
    });

    test("records no content of a run that keeps it out of its traces", () => {
      const ofRun = recorded.filter(({ traceId }) => traceId === of("withheld").traceId);
      expect(ofRun.map(({ input, output }) => [input, output])).toEqual(ofRun.map(() => [null, null]));
    });

    test("links a resumed run to the run that waited", () => {
      const outcomes = recorded.filter(({ name }) => name === "approved").map(({ metadata }) => metadata["outcome"]);
      expect(outcomes).toEqual(["interrupted", undefined]);
    });

    test("ends what the application broke, aborted or blocked with its outcome", () => {
      const outcomes = ["break", "abort", "abortedTool", "blockedInput"].map((name) => of(name).metadata["outcome"]);
      expect(outcomes).toEqual(["cancelled", "cancelled", "aborted", "blocked"]);
    });

    test("records no content where the process records none", async () => {
      const { recorded: bare } = await traced(folder, main, ["tools"], { SVC_CAPTURE_CONTENT: "false" });
      expect(bare.length).toBe(6);
      expect(bare.map(({ input, output }) => [input, output])).toEqual(bare.map(() => [null, null]));
    });

    test("records only the model calls where the tracing of the SDK is off", async () => {
      const { recorded: alone } = await traced(folder, main, ["tools"], { OPENAI_AGENTS_DISABLE_TRACING: "1" });
      expect(treesOf(alone)).toEqual([SPOKEN, SPOKEN]);
    });
  });
});

const call = (model: string): Tree => [`generation chat ${model} 10+20+2+3`];
const FERRY = call("ferry-model");
const PLAN = call("planning-model");
const BLOCKED = 'WARNING OutputGuardrailTripwireTriggered: Output guardrail triggered: {"hasSources":false}';

const desk = (agent: string, tool: string): Tree => [
  "chain Ferry desk",
  ["agent Triage", ["guardrail On topic", ["agent Judge", FERRY]], FERRY, [`tool handoff to ${agent}`]],
  [`agent ${agent}`, FERRY, [tool], FERRY],
];

const research = (ending = "", check = ""): Tree => [
  `chain Research${ending}`,
  ["agent Planner", PLAN],
  ...times(3, ["agent Searcher", PLAN, ["tool search_web"], PLAN]),
  [`agent Writer${ending}`, call("writing-model"), [`guardrail Has sources${check}`, ["agent Checker", PLAN]]],
];

/** Expects that each workflow has its question as the input, and its traveller as the session. */
function expectTravellers(recorded: readonly StoredObservation[]): void {
  for (const { traceId, sessionId } of recorded) {
    const { input } = recorded.find((each) => each.traceId === traceId && each.type === "CHAIN")!;
    expect(input).toMatch(/\?$/);
    expect(sessionId).toBe(/passenger-\d+/.exec(String(input))?.[0] ?? "traveller-7");
  }
}

/** Expects that each workflow has its question as the input, and that there is no session. */
function expectQuestions(recorded: readonly StoredObservation[]): void {
  for (const { type, input, sessionId } of recorded) {
    if (type === "CHAIN") expect(input).toMatch(/\?$/);
    expect(sessionId).toBeNull();
  }
}

/** Applications after the examples of the SDK. */
describeFramework({
  name: "an application of @openai/agents",
  versions: { "0.20": "openai-agents", "0.8": "openai-agents-0.8" },
  inCi: ["0.20"],
  mains: ["application.mjs", "application.cjs"],
  applications: {
    "customer-service": {
      page: "openai-agents.md#The tree",
      request: /passenger-\d+/,
      trees: () => [
        desk("Questions", "tool look_up"),
        desk("Cabins", "tool change_cabin"),
        desk("Cabins", "tool change_cabin ERROR Error: Cabin 12A is taken"),
        ...times(20, desk("Questions", "tool look_up")),
      ],
      also: expectTravellers,
    },
    research: {
      request: /harbour-\d+/,
      trees: () => [
        research(),
        research(` ${BLOCKED}`, " WARNING The guardrail was triggered"),
        ...times(20, research()),
      ],
      also: expectQuestions,
    },
  },
});

test("SvcTraceProcessor alone records the tree, and the model calls that nobody else records", async () => {
  const { run, recorded } = await play(join(APPS, "openai-agents"), "alone.mjs", [], sendingTo(service.url));
  expect(run).toEqual({ stdout: "It is a five.\nHello.\nHello.\n", stderr: "", exitCode: 0, signal: null });
  const completion: Tree = ["generation chat the-model 10+20+5"];
  const expected: Tree[] = [
    [
      "span application",
      [
        "chain Games",
        ["agent Player", SPOKEN, ["tool roll", ["span shake"]], SPOKEN],
        ["agent Talker", completion],
        ["agent Talker", SPOKEN],
      ],
    ],
  ];
  expect(byName(treesOf(recorded))).toEqual(byName(expected));
  const first = recorded.find(({ type }) => type === "GENERATION");
  expect(first).toMatchObject({ input: "Roll", metadata: { response_id: "resp_1" } });
  expect(recorded.find(({ name }) => name === "Games")).toMatchObject({ input: "Roll", output: "Hello." });
});
