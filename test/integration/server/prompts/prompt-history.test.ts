import { describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { get } from "../../../support/server/otlp-calls.ts";
import { promptCallsOf } from "../../../support/server/prompt-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const { create } = promptCallsOf(callsOf(() => server));

const history = async (name: string): Promise<Response> =>
  get(server, `/api/local/prompts/${encodeURIComponent(name)}/history`);

describe("the history of a prompt", () => {
  test("has every version with its labels, the newest first, and the prompts that refer to it", async () => {
    await create("team/rules", "one", { labels: ["production"], commitMessage: "first" });
    await create("team/rules", "two");
    await create("reply", "@@@svcPrompt:name=team/rules|label=production@@@");
    const { versions, referrers } = (await (await history("team/rules")).json()) as Record<string, unknown>;
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(versions).toEqual([
      { version: 2, labels: ["latest"], commitMessage: null, createdAt: time, updatedAt: time },
      { version: 1, labels: ["production"], commitMessage: "first", createdAt: time, updatedAt: time },
    ]);
    expect(referrers).toEqual([{ name: "reply", version: 1, referredVersion: null, referredLabel: "production" }]);
  });

  test("of an unknown prompt is a 404", async () => {
    expect((await history("nothing")).status).toBe(404);
  });

  test("needs access to the project", async () => {
    const response = await get(server, "/api/local/prompts/reply/history", { authorization: "Basic bm9ib2R5OngK" });
    expect(response.status).toBe(401);
  });
});
