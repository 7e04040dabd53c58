import { basename } from "node:path";
import { expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo } from "../support/application/run-application.ts";

const LIST = "console.log(JSON.stringify(Object.keys(require.cache)))";

it("an application without instrumented packages loads the first files of the preload, and no package", async () => {
  const { stdout, stderr } = await runApplication({
    app: "forms",
    node: [...PRELOAD, "--eval", LIST],
    args: [],
    env: sendingTo("http://127.0.0.1:9"),
  });
  expect(stderr).toBe("");
  const files = (JSON.parse(stdout) as string[]).map((file) => basename(file));
  expect(files.toSorted()).toEqual(["index.cjs", "starting.cjs"]);
});
