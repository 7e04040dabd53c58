import { startServer } from "@svc/server";
import { expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [
    { name: "stars", dataType: "NUMERIC", minValue: 0, maxValue: 5, description: "d" },
    { name: "stars", dataType: "NUMERIC", minValue: 0, maxValue: 5, categories: null, description: "d" },
  ],
  [
    { name: "A-b_(c). 1", dataType: "CATEGORICAL", categories: [{ label: "a", value: 1 }] },
    { categories: [{ label: "a", value: 1 }], minValue: null },
  ],
  [
    { name: "good", dataType: "BOOLEAN" },
    {
      categories: [
        { value: 1, label: "True" },
        { value: 0, label: "False" },
      ],
    },
  ],
  [{ name: "note", dataType: "TEXT" }, { categories: null }],
])("creates and reads back %j", async (sent, stored) => {
  const { status, body } = await call("POST", "/score-configs", sent);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...stored, projectId: server.projectId, isArchived: false });
  expect((await call("GET", `/score-configs/${body.id}`)).body).toEqual(body);
});

test.each<[Record<string, unknown>, string]>([
  [{ name: "" }, "name"],
  [{ name: "x".repeat(36) }, "name"],
  [{ name: "a/b" }, "name"],
  [{ dataType: "CORRECTION" }, "dataType"],
  [{ dataType: "BOOLEAN", minValue: 0 }, "only a NUMERIC config has one"],
  [{ dataType: "TEXT", maxValue: 0 }, "only a NUMERIC config has one"],
  [{ minValue: 2, maxValue: 1 }, "2 is above maxValue, 1"],
  [{ categories: [] }, "only a CATEGORICAL config has them"],
  [{ dataType: "CATEGORICAL" }, "needs some"],
  [
    {
      dataType: "CATEGORICAL",
      categories: [
        { label: "a", value: 1 },
        { label: "a", value: 2 },
      ],
    },
    "is given twice",
  ],
  [
    {
      dataType: "CATEGORICAL",
      categories: [
        { label: "a", value: 1 },
        { label: "b", value: 1 },
      ],
    },
    "is given twice",
  ],
])("rejects %j", async (fields, reason) => {
  const { status, body } = await call("POST", "/score-configs", { name: "n", dataType: "NUMERIC", ...fields });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(reason);
});

test("changes only the given fields, and validates them with the others", async () => {
  const { body: made } = await call("POST", "/score-configs", {
    name: "n",
    dataType: "NUMERIC",
    minValue: 1,
    maxValue: 5,
  });
  const path = `/score-configs/${made.id}`;
  expect((await call("PATCH", path, { maxValue: 9, isArchived: true, dataType: "TEXT" })).body).toMatchObject({
    ...made,
    maxValue: 9,
    isArchived: true,
    updatedAt: expect.any(String),
  });
  expect((await call("PATCH", path, { maxValue: 0 })).status).toBe(400);
  expect((await call("PATCH", path, {})).status).toBe(400);
  expect((await call("GET", path)).body.maxValue).toBe(9);
});

test("keeps all of several simultaneous changes", async () => {
  const { body: made } = await call("POST", "/score-configs", { name: "n", dataType: "NUMERIC" });
  const changes = [{ name: "m" }, { minValue: 1 }, { maxValue: 2 }, { description: "d" }, { isArchived: true }];
  await Promise.all(changes.map(async (change) => call("PATCH", `/score-configs/${made.id}`, change)));
  expect((await call("GET", `/score-configs/${made.id}`)).body).toMatchObject(Object.assign({}, ...changes));
});

test("answers 404 for an unknown config", async () => {
  for (const [method, body] of [["GET"], ["PATCH", { name: "n" }]] as const) {
    expect((await call(method, "/score-configs/nowhere", body)).status).toBe(404);
  }
});

test("lists in pages, newest first", async () => {
  const fresh = await startServer({ port: 0, memory: true });
  const on = callsOf(() => fresh);
  expect((await on("GET", "/score-configs")).body).toEqual({
    data: [],
    meta: { page: 1, limit: 50, totalItems: 0, totalPages: 0 },
  });
  for (const name of ["a", "b", "c"]) await on("POST", "/score-configs", { name, dataType: "TEXT" });
  const { body } = await on("GET", "/score-configs?limit=2&page=2");
  expect(body).toMatchObject({ data: [{ name: "a" }], meta: { page: 2, limit: 2, totalItems: 3, totalPages: 2 } });
  expect((await on("GET", "/score-configs?page=9007199254740991")).body.data).toEqual([]);
  await fresh.close();
});
