import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../../support/server/api-document.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { organizationKeys } from "../../../support/server/api-keys.ts";

let server: RunningServer;
let organization: string;
beforeAll(async () => {
  ({ server, authorization: organization } = await organizationKeys(startServer));
});
afterAll(async () => server.close());

const call = callsOf(() => server);

test("the document has the operations of this file", () => {
  expect(OPERATIONS.length).toBeGreaterThan(100);
});

describe.each(OPERATIONS)("$id", ({ method, path }) => {
  const filled = path.replace("/api/public", "").replaceAll(/\{\w+\}/g, "nothing");

  test("gives a documented answer for existing records", async () => {
    const body = method === "GET" ? undefined : {};
    const project = await call(method, filled, body);
    const { body: answered, status } =
      project.status === 403 ? await call(method, filled, body, organization) : project;
    expect(JSON.stringify(answered ?? "")).not.toContain("There is nothing at");
    expect(status).not.toBe(405);
    expect(status).not.toBe(403);
    expect(status).toBeLessThan(500);
  });

  test("requires keys, except for health", async () => {
    const { status } = await call(method, filled, method === "GET" ? undefined : {}, "");
    expect(status).toBe(path.endsWith("/health") ? 200 : 401);
  });
});
