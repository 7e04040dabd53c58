import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseFileOf } from "../../../src/server/storage/data-directory.ts";
import { type Started, startWithSignIn } from "./set-ups.ts";

interface Changes {
  readonly data: ReadonlyArray<{ path: string; time: string }>;
  readonly meta: { cursor?: string };
}

let started: Started;
beforeAll(async () => {
  started = await startWithSignIn();
}, 120_000);
afterAll(async () => started?.close());

const send = async (caller: string, method: string, path: string, body?: object): Promise<unknown> => {
  const headers = { ...started.credentials[caller], "content-type": "application/json" };
  const answer = await fetch(started.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.ok).toBe(true);
  return answer.json();
};

test("answers 100 at a time, the newest first", async () => {
  const count = 101;
  for (let at = 0; at < count; at += 1) {
    await send("a pair of the project", "POST", "/api/public/v2/datasets", { name: `of change ${at}` });
  }
  const read = async (query: string): Promise<Changes> =>
    (await send("a pair of the project", "GET", `/api/local/audit-log${query}`)) as Changes;
  const first = await read("");
  const second = await read(`?cursor=${first.meta.cursor}`);
  const times = [...first.data, ...second.data].map(({ time }) => time);
  expect([first.data.length, times.length >= count, second.meta.cursor]).toEqual([100, true, undefined]);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("removes the entries of a project with the project", async () => {
  await send("a pair of another project", "POST", "/api/public/v2/datasets", { name: "of a change" });
  const { data } = (await send("a pair of another project", "GET", "/api/public/projects")) as {
    data: Array<{ id: string }>;
  };
  const id = data[0]?.id ?? "";
  const database = new DatabaseSync(databaseFileOf(started.dataDirectory), { readOnly: true });
  const countOf = (): unknown =>
    database.prepare("SELECT count(*) AS count FROM documents WHERE kind = 'change' AND projectId = ?").get(id)?.[
      "count"
    ];
  expect(countOf()).toBe(1);
  await send("a pair of the organization", "DELETE", `/api/public/projects/${id}`);
  expect(countOf()).toBe(0);
  database.close();
});
