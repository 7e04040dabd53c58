import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../support/server/observation-trees.ts";

const INSTALLATION = "mastra";
const FORMS = ["main.mjs", "main.cjs"] as const;

let service: LocalService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([startLocalService(), installed(INSTALLATION)]);
}, 300_000);
afterAll(() => service.stop());

const seen = new Set<string>();

/** Runs an application of `test/apps/mastra` without the preload and with it. Both must do the same. */
async function play(
  main: string,
  application: string,
  more: Record<string, string> = {},
): Promise<StoredObservation[]> {
  const run = (node: readonly string[], env: Record<string, string> = {}): Promise<ApplicationRun> =>
    runProgram({ cwd: folder, node, args: [main, application], env });
  const [bare, traced] = await Promise.all([
    run([]),
    run(["--import", PRELOAD_FILE], { ...sendingTo(service.url), ...more }),
  ]);
  expect(traced).toEqual(bare);
  expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh;
}

const CHAT = "generation chat gpt-4o-mini";
const ANSWERED = `${CHAT} 20+5`;
const REFUSED = "ERROR This model does not answer that";
const ASKED: Tree = ["agent weather", [ANSWERED]];
const withTool = (agent: string, tool: Tree): Tree => [`agent ${agent}`, [ANSWERED], tool, [ANSWERED]];

/** Trees of `test/apps/mastra/weather.mjs`. Usage is counted once, at the innermost of the three levels of a model call. */
const WEATHER: readonly Tree[] = [
  ...Array.from({ length: 21 }, () => ASKED),
  withTool("weather", ["tool multiply"]),
  withTool("weather", ["tool divide ERROR no numbers"]),
  // A stream that is read, and one that is left after its first piece, which Mastra reads to its end.
  ["agent weather", [CHAT]],
  ["agent weather", [CHAT]],
  ["chain outlook", ["span forecast", ASKED], ["span shout"]],
  [`agent weather ${REFUSED}`, [`${CHAT} ERROR The model call failed`]],
];

/** Trees of `test/apps/mastra/recipes.mjs`, which asks 20 questions at once. */
const RECIPES: readonly Tree[] = Array.from({ length: 20 }, () =>
  withTool("cook", ["tool look_up", ["retriever retrieval recipes"]]),
);

describe.each(FORMS)("Mastra 1.71 under the preload, %s", (main) => {
  test("records an agent, its tools and a workflow as their reader expects it", async () => {
    const recorded = await play(main, "weather");
    expect(byName(treesOf(recorded))).toEqual(byName(WEATHER));
    const asked = recorded.filter(({ type, input }) => type === "AGENT" && String(input).includes("Question "));
    expect(asked).toHaveLength(20);
    for (const { traceId, input } of asked) {
      const [number] = /Question \d+/.exec(String(input))!;
      const generation = recorded.find((each) => each.traceId === traceId && each.type === "GENERATION")!;
      expect(String(generation.input)).toContain(number);
      expect(String(generation.output)).toContain(`Answer to: ${number}`);
    }
    const tool = recorded.find(({ name }) => name === "multiply")!;
    expect([tool.input, tool.output].map(String).map((text) => JSON.parse(text) as unknown)).toEqual([
      { a: 6, b: 7 },
      { product: 42 },
    ]);
  }, 60_000);

  test("records a search inside a tool, with the thread and the user of the run", async () => {
    const recorded = await play(main, "recipes");
    expect(byName(treesOf(recorded))).toEqual(byName(RECIPES));
    expect(new Set(recorded.map(({ sessionId, userId }) => `${sessionId} ${userId}`))).toEqual(
      new Set(["thread-1 ann"]),
    );
  }, 60_000);
});

test("records nothing of what was said when the content is switched off, and nothing at all by its name", async () => {
  const recorded = await play("main.mjs", "weather", { SVC_CAPTURE_CONTENT: "false" });
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  expect(JSON.stringify(recorded)).not.toMatch(/Question|does not answer|no numbers|Be brief/);
  // Without the second name, one line says that calls of the AI SDK, which Mastra has inside, are not recorded.
  const disabled = { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "mastra,ai-sdk" };
  expect(await play("main.mjs", "weather", disabled)).toEqual([]);
}, 90_000);
