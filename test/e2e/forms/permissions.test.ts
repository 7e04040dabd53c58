import { expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";
import { ROOT } from "../../support/paths.ts";

const form = formOfAllTests();

/** Options of a process that may read the folder of the repository, and no other file. */
const RESTRICTED = ["--no-warnings", "--permission", `--allow-fs-read=${ROOT}`, "--import", "@svc/register"];

it.each([
  ["with threads", ["--allow-worker"]],
  ["without threads, as it has nothing left to do", []],
])("delivers the calls of a process with Node's permissions %s", async (_how, more) => {
  expect(await form.run([...more, ...RESTRICTED], ["ask.mjs"])).toEqual(ASKED);
  expect(await form.generations()).toHaveLength(1);
});

it("names the missing permission where the process ends by itself and may start no thread", async () => {
  const run = await form.run([...RESTRICTED, "--eval", 'import("./ask.mjs").then(() => process.exit())'], []);
  expect({ ...run, stderr: "" }).toEqual(ASKED);
  expect(run.stderr).toMatch(/ERROR 1 span was lost.*was not asked: no thread could be started.*--allow-worker/);
  expect(run.stderr).not.toContain("Is the service running there?");
});
