import { describe, expect, it } from "vitest";
import { ASKED, formOfAllTests } from "../../support/application/asking-application.ts";

const form = formOfAllTests();

describe("a web application without settings", () => {
  it("records the calls of one request in one trace", async () => {
    expect(await form.run(["--import", "@svc/register"], ["serve.mjs"])).toEqual(ASKED);
    const calls = await form.generations();
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it("sends no spans of the web framework to the service", async () => {
    const stored = await form.service.observations();
    expect(stored.map(({ name }) => name)).toEqual(["chat gpt-4o-mini", "chat gpt-4o-mini"]);
  });
});
