import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";

const form = formOfAllTests();

describe("records calls under node --require @svc/register", () => {
  it.each(["ask.mjs", "ask.cjs"])("%s", async (program) => {
    expect(await form.run(["--require", "@svc/register"], [program])).toEqual(ASKED);
    expect(await form.generations()).toMatchObject([{ name: "chat gpt-4o-mini", level: "DEFAULT" }]);
  });
});
