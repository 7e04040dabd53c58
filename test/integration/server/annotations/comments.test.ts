import { beforeAll, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { SPAN_ID, TRACE_ID, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

let promptId: string;
const server = serverOfAllTests();
beforeAll(async () => {
  await send(server, { spans: [{ attributes: { "session.id": "s-1" } }] });
  promptId = (await call("POST", "/v2/prompts", { name: "p", prompt: "x" })).body.id;
});

const call = callsOf(() => server);

const objects = (): Array<[string, string]> => [
  ["TRACE", TRACE_ID],
  ["OBSERVATION", SPAN_ID],
  ["SESSION", "s-1"],
  ["PROMPT", promptId],
];

test("accepts comments about existing traces, observations, sessions and prompts", async () => {
  for (const [objectType, objectId] of objects()) {
    const { body } = await call("POST", "/comments", { projectId: "any", objectType, objectId, content: "  Läuft\n " });
    expect((await call("GET", `/comments/${body.id}`)).body).toEqual({
      id: body.id,
      projectId: server.projectId,
      objectType,
      objectId,
      content: "Läuft",
      authorUserId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(
      (await call("POST", "/comments", { projectId: "any", objectType, objectId: "nowhere", content: "c" })).status,
    ).toBe(404);
  }
  const listed = async (query: string): Promise<unknown[]> =>
    (await call("GET", `/comments${query}`)).body.data.map(({ objectType }) => objectType);
  expect(await listed("")).toEqual(["PROMPT", "SESSION", "OBSERVATION", "TRACE"]);
  expect(await listed("?limit=1&page=4")).toEqual(["TRACE"]);
  expect(await listed(`?objectType=TRACE&objectId=${TRACE_ID}`)).toEqual(["TRACE"]);
  expect(await listed("?objectType=TRACE&objectId=s-1")).toEqual([]);
  expect(await listed("?authorUserId=someone")).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
  ["only spaces", { content: "  \n" }],
  ["too much", { content: "x".repeat(5_001) }],
  ["an author who is no member", { authorUserId: "someone" }],
  ["an unknown object type", { objectType: "DATASET" }],
  ["an unknown field", { colour: "red" }],
])("rejects a comment with %s", async (_, fields) => {
  const body = { projectId: "p", objectType: "TRACE", objectId: TRACE_ID, content: "c", ...fields };
  expect((await call("POST", "/comments", body)).status).toBe(400);
});

test.each(["objectId=t", "objectType=DATASET", "colour=red", "limit=0"])("rejects a list by %s", async (query) => {
  expect((await call("GET", `/comments?${query}`)).status).toBe(400);
});

test("deletes the comments of a trace with it", async () => {
  await call("DELETE", `/traces/${TRACE_ID}`);
  const { body } = await call("GET", "/comments?objectType=TRACE");
  expect(body.data).toEqual([]);
});
