// Two applications after public examples of the AI SDK, under the preload, with 20 requests to each at once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../support/server/observation-trees.ts";

const SMALL = "generation chat gpt-4o-mini 20+5";
const LARGE = "generation chat gpt-4o 20+5";

const CLASSIFIED: Tree = ["span classify", [SMALL]];
const RESEARCHER: Tree = ["agent researcher", [SMALL], ["tool search", ["span judge", [SMALL]]], [SMALL]];
const WRITTEN: Tree[] = [
  ["span write", [LARGE]],
  ["span review", [SMALL]],
];

/** Kinds of requests, with their number and the trees of each. */
const REQUESTS: ReadonlyArray<readonly [what: string, count: number, trees: Tree[]]> = [
  ["a refund", 7, [CLASSIFIED, ["agent answer-refund", [LARGE], ["tool findOrder"], [LARGE]]]],
  [
    "a refund without an order",
    7,
    [CLASSIFIED, ["agent answer-refund", [LARGE], ["tool findOrder ERROR There is no order B2"], [LARGE]]],
  ],
  ["a question", 6, [CLASSIFIED, ["span answer-general", [SMALL]]]],
  ["a research", 20, [["span plan", [SMALL]], RESEARCHER, RESEARCHER, ...WRITTEN, ...WRITTEN]],
];

let service: LocalService;
let bare: ApplicationRun;
let preloaded: ApplicationRun;
let recorded: StoredObservation[];

beforeAll(async () => {
  service = await startLocalService();
  const cwd = await installed("ai-sdk-7");
  const args = ["applications.mjs"];
  const env = { NODE_NO_WARNINGS: "1" };
  bare = await runProgram({ cwd, args, env });
  preloaded = await runProgram({
    cwd,
    args,
    node: ["--import", PRELOAD_FILE],
    env: { ...env, ...sendingTo(service.url) },
  });
  recorded = await service.observations({ limit: "1000" });
}, 240_000);
afterAll(() => service.stop());

test("the applications answer as without the preload", () => {
  expect(preloaded).toEqual(bare);
  expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
});

test("each request is a trace with the calls, the tools and the agents in their places", () => {
  const traces = Map.groupBy(recorded, ({ traceId }) => traceId);
  const shapes = [...traces.values()].map((each) => JSON.stringify(byName(treesOf(each)))).toSorted();
  const expected = REQUESTS.flatMap(([, count, trees]) => Array<string>(count).fill(JSON.stringify(byName(trees))));
  expect(shapes).toEqual(expected.toSorted());
});

test("each trace has the customer of its request", () => {
  const answers = recorded.filter(({ name }) => name.startsWith("answer-"));
  const customers = new Set(answers.map(({ userId }) => userId));
  expect(answers).toHaveLength(20);
  expect(customers).toEqual(new Set(Array.from({ length: 20 }, (_, index) => `c${index}`)));
});
