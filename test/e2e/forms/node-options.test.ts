import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";

const form = formOfAllTests();

const PATH = createRequire(import.meta.url).resolve("@svc/register");

describe("records calls under NODE_OPTIONS", () => {
  it.each(["--import @svc/register", "--require @svc/register", `--require ${PATH}`])("%s", async (options) => {
    for (const program of ["ask.mjs", "ask.cjs"]) {
      expect(await form.run([], [program], { NODE_OPTIONS: options })).toEqual(ASKED);
      expect(await form.generations()).toHaveLength(1);
    }
  });

  it("traces the application that npm starts, and does not trace npm", async () => {
    const npm = process.env["npm_execpath"] ?? createRequire(process.execPath).resolve("npm/bin/npm-cli.js");
    const env = { NODE_OPTIONS: `--require ${PATH}`, SVC_LOG_LEVEL: "INFO" };
    const run = await form.run([npm, "exec", "--offline", "-c", "node ask.cjs"], [], env);
    expect(run).toMatchObject({ stdout: ASKED.stdout, exitCode: 0 });
    expect(run.stderr.match(/INFO Tracing to/g)).toHaveLength(1);
    expect(await form.generations()).toHaveLength(1);
  });
});
