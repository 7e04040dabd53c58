import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";

const form = formOfAllTests();

describe("records calls of a TypeScript application", () => {
  it.each([
    ["tsx after the preload", ["--import", "@svc/register", "--import", "tsx"]],
    ["tsx before the preload", ["--import", "tsx", "--import", "@svc/register"]],
    ["Node's own type stripping", ["--import", "@svc/register", "--no-warnings", "--experimental-strip-types"]],
  ])("%s", async (_what, node) => {
    expect(await form.run(node, ["ask.ts"])).toEqual(ASKED);
    expect(await form.generations()).toHaveLength(1);
  });
});
