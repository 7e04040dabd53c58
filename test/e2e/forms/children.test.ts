import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED, Form } from "../../support/form.ts";

let form: Form;

beforeAll(async () => {
  form = await Form.start();
});
afterAll(() => form.stop());

describe("processes and threads that the application starts", () => {
  it.each([
    ["worker_threads", "worker.mjs", 1],
    ["child_process.fork", "child.mjs", 1],
    ["cluster", "cluster.mjs", 2],
  ])("%s", async (_what, program, calls) => {
    const run = await form.run(["--import", "@svc/register"], [program]);
    expect(run).toEqual({ ...ASKED, stdout: ASKED.stdout.repeat(calls) });
    expect(await form.generations()).toHaveLength(calls);
  });
});
