import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";

const form = formOfAllTests();

describe("records calls in processes and threads that the application starts", () => {
  it.each([
    ["worker_threads", "worker.mjs", 1],
    ["child_process.fork", "child.mjs", 1],
    ["cluster", "cluster.mjs", 2],
  ])("%s", async (_what, program, calls) => {
    const run = await form.run(["--import", "@svc/register"], [program]);
    expect(run).toEqual({ ...ASKED, stdout: ASKED.stdout.repeat(calls) });
    expect(await form.generations()).toHaveLength(calls);
  });

  it.each<[what: string, form: { node?: string[]; options?: string }]>([
    ["--import @svc/register", { node: ["--import", "@svc/register"] }],
    ["NODE_OPTIONS", { options: "--import @svc/register" }],
  ])("records calls in children by spawn and execFile, under %s", async (_what, { node = [], options }) => {
    const run = await form.run(node, ["spawn.mjs"], { NODE_OPTIONS: options });
    const shown = `${JSON.stringify([1, options ?? null])}\n1\n`;
    expect(run).toEqual({ ...ASKED, stdout: ASKED.stdout.repeat(2) + shown });
    expect(await form.generations()).toHaveLength(2);
  });
});
