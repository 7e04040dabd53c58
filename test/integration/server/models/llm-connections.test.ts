import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "@svc/server";
import { expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

test("creates, replaces, lists and deletes a connection, and stores no secrets", async () => {
  const dataDirectory = folderOfTest("connections");
  const server = await startServer({ port: 0, dataDirectory });
  const call = callsOf(() => server);
  const secrets = ["sk-very-secret-1234567890", "header-value-0987654321"];
  const put = async (fields: Record<string, unknown> = {}): ReturnType<typeof call> =>
    call("PUT", "/llm-connections", { provider: "mine", adapter: "openai", secretKey: secrets[0], ...fields });
  const { status, body } = await put({ extraHeaders: { "x-key": secrets[1] } });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      provider: "mine",
      adapter: "openai",
      displaySecretKey: "...7890",
      baseURL: null,
      customModels: [],
      withDefaultModels: true,
      extraHeaderKeys: ["x-key"],
      config: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  const again = await put({ adapter: "azure", customModels: ["m"], withDefaultModels: false, secretKey: "short" });
  expect([again.status, again.body]).toMatchObject([
    200,
    {
      id: body.id,
      adapter: "azure",
      customModels: ["m"],
      withDefaultModels: false,
      extraHeaderKeys: [],
      displaySecretKey: "...",
    },
  ]);
  const made = await Promise.all(Array.from({ length: 5 }, async () => put({ provider: "race" })));
  expect(made.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 201]);
  expect((await call("GET", "/llm-connections")).body).toMatchObject({
    data: [{ provider: "race" }, { provider: "mine" }],
    meta: { totalItems: 2 },
  });
  const wrong = [
    { provider: "" },
    { secretKey: "" },
    { adapter: "other" },
    { baseURL: "file:///etc/hosts" },
    { baseURL: "https://name:word@example.com" },
    { baseURL: "example.com" },
    { extraHeaders: { "x-key\r\nx": "1" } },
    { extraHeaders: { "": "1" } },
  ];
  for (const fields of wrong) expect((await put(fields)).status).toBe(400);
  expect((await call("DELETE", `/llm-connections/${body.id}`)).status).toBe(200);
  expect((await call("DELETE", `/llm-connections/${body.id}`)).status).toBe(404);
  await server.close();
  const stored = readdirSync(dataDirectory)
    .map((name) => readFileSync(join(dataDirectory, name), "latin1"))
    .join("");
  expect(stored).toContain("...7890");
  for (const secret of secrets) expect(stored).not.toContain(secret);
});
