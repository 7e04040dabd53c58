// The preload's package in bundles for edge runtimes, which resolve its exports by these conditions.
import { expect, it } from "vitest";
import { runProgram } from "../../support/application/run-application.ts";

const PROGRAM = `
  const preload = await import(process.argv[1]);
  const { registerExitQueue } = await import("@svc/core/internal");
  registerExitQueue({ flush: async () => console.log("flushed"), drain: () => [] });
  console.log(Object.keys(preload).join(), preload.start({ mask: () => "" }));
  await preload.flush();`;

const CASES = ["edge-light", "workerd"].flatMap((condition) =>
  ["@svc/register", "@svc/register/start"].map((name): [condition: string, name: string] => [condition, name]),
);

it.each(CASES)("%s: %s starts nothing, and flushes the queues", async (condition, name) => {
  const node = ["--conditions", condition, "--input-type=module", "--eval", PROGRAM];
  // Without keys, the preload for Node would log a warning.
  const run = await runProgram({ cwd: import.meta.dirname, node, args: [name] });
  expect(run).toMatchObject({ stdout: "flush,start undefined\nflushed\n", stderr: "", exitCode: 0 });
});
