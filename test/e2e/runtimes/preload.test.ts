// The preload and the functions in Deno and Bun, as docs/runtimes.md lists them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWER, ASKED, Form } from "../../support/application/asking-application.ts";
import { DENO_RUN } from "../../support/runtimes/deno.ts";
import { installedRuntime } from "../../support/runtimes/installed-runtimes.ts";

const RUNTIMES = {
  deno: { start: DENO_RUN, preload: ["--preload", "npm:@svc/register"] },
  bun: { start: [], preload: ["--preload", "@svc/register"] },
} as const;

let form: Form;

beforeAll(async () => {
  form = await Form.start();
}, 60_000);
afterAll(() => form.stop());

describe.each(["deno", "bun"] as const)("%s", (name) => {
  const { start, preload } = RUNTIMES[name];
  let binary: string;

  beforeAll(async () => {
    binary = await installedRuntime(name);
  }, 60_000);

  it.each([
    ["an ES module", "ask.mjs"],
    ["CommonJS", "ask.cjs"],
    ["TypeScript", "ask.ts"],
  ])("records the call of %s under the preload, and changes nothing", async (_form, program) => {
    expect(await form.run([...start, ...preload], [program], {}, binary)).toEqual(ASKED);
    expect(await form.generations()).toMatchObject([
      { name: "chat gpt-4o-mini", environment: "default", output: expect.stringContaining(ANSWER) as string },
    ]);
  });

  it("records the call of a program that ends itself at once", async () => {
    expect(await form.run([...start, ...preload], ["exits.mjs"], {}, binary)).toEqual({ ...ASKED, exitCode: 3 });
    expect(await form.generations()).toHaveLength(1);
  });

  it("records the call of a program that uses the functions, below its observation", async () => {
    expect(await form.run(start, ["functions.mjs"], {}, binary)).toEqual(ASKED);
    const [generation] = await form.generations();
    const [parent] = await form.service.observations({ traceId: generation!.traceId, type: "SPAN" });
    expect(generation).toMatchObject({ type: "GENERATION", parentObservationId: parent!.id });
  });

  it("says in one line what to set when there are no credentials", async () => {
    const { stdout, stderr, exitCode } = await form.run(
      [...start, ...preload],
      ["ask.mjs"],
      { SVC_SECRET_KEY: "" },
      binary,
    );
    expect([stdout, exitCode]).toEqual([`${ANSWER}\n`, 0]);
    expect(stderr).toMatch(/^\S+ \[Svc SDK\] WARN Nothing is traced: set SVC_SECRET_KEY[^\n]*\n$/);
  });
});
