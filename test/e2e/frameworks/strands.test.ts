import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../../support/server/observation-trees.ts";

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  [service] = await Promise.all([startLocalService(), installed("strands")]);
  program = new PlayedProgram(service);
}, 240_000);
afterAll(() => service.stop());

/** Model call, as the package of the provider records it below the span of Strands. */
const CALL: Tree = ["span chat", ["generation chat gpt-4o 4+7+2"]];
const run = (name: string): Tree => [
  `agent invoke_agent ${name}`,
  ["span execute_agent_loop_cycle", CALL, ["tool weather"]],
  ["span execute_agent_loop_cycle", CALL],
];

test.each<[what: string, env: Record<string, string>]>([
  ["under its own name", {}],
  ["under the name of the service, which Strands gives to its spans", { OTEL_SERVICE_NAME: "my-shop" }],
])(
  "counts each model call of an agent once, in the tree of the agent: %s",
  async (_what, env) => {
    const recorded = await program.play("strands", "main.mjs", env);
    expect(program.stdout).toBe("7 degrees 7 degrees\n");
    expect(byName(treesOf(recorded))).toEqual(byName([run("One?"), run("Two?")]));
  },
  60_000,
);

test("leaves Strands alone where it is switched off by its name", async () => {
  const recorded = await program.play("strands", "main.mjs", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "strands" });
  expect(recorded.filter(({ parentObservationId }) => parentObservationId === null).length).toBeGreaterThan(2);
}, 60_000);
