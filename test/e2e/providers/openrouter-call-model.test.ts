import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";

/** Installations whose package has `callModel`. The packages are ES modules. */
const INSTALLATIONS = testedVersions(
  ["openrouter-0", "openrouter-1", "openrouter-agent-0"],
  ["openrouter-1", "openrouter-agent-0"],
);
const RUNS = INSTALLATIONS.flatMap((name) => ["call-model.mjs", "call-model.cjs"].map((main) => [name, main] as const));

const AGENT = "agent callModel";
const MODEL = "generation chat openai/gpt-5-mini";
/** Model call whose usage arrived: cached input, other input, reasoning, other output. */
const ANSWERED: Tree = [`${MODEL} 2+10+1+3`];
const NESTED: Tree = [AGENT, ANSWERED];
const TOOL: Tree = ["tool oceans"];
const WITH_TOOL: Tree = [AGENT, ANSWERED, TOOL, ANSWERED];
const ended = (how: string): Tree => [`${AGENT} ${how}`, [`${MODEL} ${how}`]];

/** Trees of the calls of `test/installations/openrouter-call-model.mjs`. */
const EXPECTED: Readonly<Record<string, Tree>> = {
  text: NESTED,
  response: NESTED,
  json: NESTED,
  stream: NESTED,
  both: NESTED,
  seen: NESTED,
  tool: WITH_TOOL,
  parallel: [AGENT, ANSWERED, TOOL, TOOL, ANSWERED],
  toolStream: WITH_TOOL,
  messages: WITH_TOOL,
  items: WITH_TOOL,
  generator: [AGENT, ANSWERED, ["tool search"], ANSWERED],
  failingTool: [AGENT, ANSWERED, ["tool broken ERROR The sea is closed"], ANSWERED],
  wrongArguments: [AGENT, ANSWERED, ANSWERED],
  modelInTool: [AGENT, ANSWERED, ["tool asking", NESTED], ANSWERED],
  toolCalls: NESTED,
  limit: ended("ERROR Slow down"),
  limitInStream: ended("ERROR Slow down"),
  limitAfterTool: [`${AGENT} ERROR Slow down`, ANSWERED, TOOL, [`${MODEL} ERROR Slow down`]],
  refused: [`${AGENT} ERROR Input validation failed: [`],
  timeout: ended("ERROR Request timed out: TimeoutError: The operation was aborted due to timeout"),
  torn: ended("ERROR terminated"),
  break: NESTED,
  cancel: ended("The application stopped reading the stream"),
  abort: ended("WARNING The application aborted the stream"),
};

const countOf = ([, ...below]: Tree): number => below.reduce((count, tree) => count + countOf(tree), 1);
const OBSERVATIONS = Object.values(EXPECTED).reduce((count, tree) => count + countOf(tree), 0);

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const name of INSTALLATIONS) await installed(name);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("callModel of %s, %s", (installation, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(installation, main);
  }, 60_000);

  test("is one tree: an agent with its model calls and tools, each once, however its result is read", () => {
    expect(byName(treesOf(recorded))).toEqual(byName(Object.values(EXPECTED)));
  });

  test("has what went into the agent, its tools and its model calls, and what came out", () => {
    const tool = recorded.find(({ name, input }) => name === "oceans" && input === '{"maxSize":2}')!;
    const [agent, asked, answered] = [
      recorded.find(({ id }) => id === tool.parentObservationId)!,
      ...recorded.filter(
        ({ parentObservationId, type }) => parentObservationId === tool.parentObservationId && type === "GENERATION",
      ),
    ];
    expect(tool.output).toBe('["Arctic","Pacific"]');
    expect(agent.input).toBe("Name one ocean.");
    expect(JSON.parse(agent.output!)).toMatchObject({ content: [{ text: "The Pacific.", type: "output_text" }] });
    expect(JSON.parse(asked!.input!)).toMatchObject({ input: "Name one ocean.", tools: [{ name: "oceans" }] });
    expect(JSON.parse(asked!.output!)).toMatchObject({ type: "function_call", name: "oceans", call_id: "call_1" });
    expect(JSON.parse(answered!.input!)).toMatchObject({
      input: [{ role: "user" }, { type: "function_call" }, { type: "function_call_output", call_id: "call_1" }],
    });
    expect(answered!.output).toBe(agent.output);
    expect(answered!.providedModelName).toBe("openai/gpt-5-mini");
  });
});

test.each([
  ["application", [AGENT, [MODEL]]],
  [
    "tool",
    [
      `${AGENT} WARNING The process ended before the call did`,
      [MODEL],
      ["tool oceans WARNING The process ended before the call did"],
    ],
  ],
] as ReadonlyArray<readonly [string, Tree]>)(
  "callModel that waits for the %s when the process ends is recorded",
  async (whom, expected) => {
    expect(byName(treesOf(await program.play("openrouter-1", ["ending.mjs", whom])))).toEqual(byName([expected]));
  },
  60_000,
);

testSwitches({
  program: () => program,
  installation: "openrouter-1",
  main: "call-model.mjs",
  calls: OBSERVATIONS,
  said: /ocean\.|Pacific|Slow down|sea is closed/,
  instrumentation: "openrouter",
});
