import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { organizationKeys } from "../../../support/server/api-keys.ts";

let server: RunningServer;
let organization: string;
let configId: string;
beforeAll(async () => {
  ({ server, authorization: organization } = await organizationKeys(startServer));
  configId = (await call("POST", "/score-configs", { name: "c", dataType: "TEXT" })).body.id;
});
afterAll(async () => server.close());

const call = callsOf(() => server);

const queue = async (name: string, scoreConfigIds = [configId]): ReturnType<typeof call> =>
  call("POST", "/annotation-queues", { name, description: "d", scoreConfigIds });

test("requires a unique queue name and known score configs", async () => {
  const { status, body } = await queue("first");
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(String),
      name: "first",
      description: "d",
      scoreConfigIds: [configId],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  expect((await call("GET", `/annotation-queues/${body.id}`)).body).toEqual(body);
  for (const refused of [queue("first"), queue("none", []), queue("unknown", ["nowhere"]), queue("")]) {
    expect((await refused).status).toBe(400);
  }
  await queue("second");
  const { body: list } = await call("GET", "/annotation-queues?limit=1");
  expect(list).toMatchObject({ data: [{ name: "second" }], meta: { totalItems: 2, totalPages: 2 } });
});

test("creates one queue when several requests use one name at once", async () => {
  const made = await Promise.all(Array.from({ length: 8 }, async () => queue("race")));
  expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
});

test("adds, lists, completes and deletes items of a queue", async () => {
  const { body: own } = await queue("items");
  const { body: other } = await queue("other items");
  const items = `/annotation-queues/${own.id}/items`;
  const { body: made } = await call("POST", items, { objectId: "t", objectType: "TRACE" });
  expect(made).toMatchObject({
    queueId: own.id,
    objectId: "t",
    objectType: "TRACE",
    status: "PENDING",
    completedAt: null,
  });
  await call("POST", items, { objectId: "s", objectType: "SESSION", status: "COMPLETED" });
  const { body: completed } = await call("PATCH", `${items}/${made.id}`, { status: "COMPLETED" });
  expect(completed).toMatchObject({ status: "COMPLETED", completedAt: expect.any(String) });
  expect((await call("PATCH", `${items}/${made.id}`, {})).body["completedAt"]).toBe(completed["completedAt"]);
  expect((await call("PATCH", `${items}/${made.id}`, { status: "PENDING" })).body["completedAt"]).toBeNull();
  const objects = async (query: string): Promise<unknown[]> =>
    (await call("GET", `${items}${query}`)).body.data.map(({ objectId }) => objectId);
  expect(await objects("")).toEqual(["s", "t"]);
  expect(await objects("?status=PENDING")).toEqual(["t"]);
  expect((await call("GET", `${items}?status=GONE`)).status).toBe(400);
  // An item is found only in its own queue.
  for (const method of ["GET", "DELETE"]) {
    expect((await call(method, `/annotation-queues/${other.id}/items/${made.id}`)).status).toBe(404);
  }
  expect((await call("DELETE", `${items}/${made.id}`)).body).toMatchObject({ success: true });
  expect((await call("DELETE", `${items}/${made.id}`)).status).toBe(404);
  expect(await objects("")).toEqual(["s"]);
});

test("assigns a member to a queue once, and removes the assignment", async () => {
  const { body: own } = await queue("assigned");
  const path = `/annotation-queues/${own.id}/assignments`;
  expect((await call("POST", path, { userId: "nobody" })).status).toBe(404);
  const { body: user } = await call("POST", "/scim/Users", { userName: "a@example.com", name: {} }, organization);
  for (let i = 0; i < 2; i += 1) {
    expect((await call("POST", path, { userId: user.id })).body).toEqual({
      userId: user.id,
      queueId: own.id,
      projectId: server.projectId,
    });
  }
  expect((await call("DELETE", path, { userId: user.id })).body).toEqual({ success: true });
  expect((await call("DELETE", path, { userId: user.id })).status).toBe(404);
});

test("answers 404 for an unknown queue", async () => {
  for (const [method, path, body] of [
    ["GET", ""],
    ["GET", "/items"],
    ["POST", "/items", { objectId: "t", objectType: "TRACE" }],
    ["POST", "/assignments", { userId: "u" }],
    ["DELETE", "/assignments", { userId: "u" }],
  ] as const) {
    expect((await call(method, `/annotation-queues/nowhere${path}`, body)).status).toBe(404);
  }
});
