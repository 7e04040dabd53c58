import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";

const form = formOfAllTests();

describe("records calls of a program on the command line", () => {
  it.each([
    ["ES module", ["--input-type=module"], 'await import("./ask.mjs");'],
    [
      "ES module with a static import",
      ["--input-type=module"],
      'import OpenAI from "openai"; await import("./ask.mjs");',
    ],
    ["CommonJS", [], 'require("./ask.cjs");'],
  ])("%s", async (_what, type, program) => {
    const run = await form.run(["--import", "@svc/register", ...type, "--eval", program], []);
    expect(run).toEqual(ASKED);
    expect(await form.generations()).toHaveLength(1);
  });
});
