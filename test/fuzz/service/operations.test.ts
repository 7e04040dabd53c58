import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS, documented } from "../../support/server/api-document.ts";
import { makeOneOfEach } from "../../support/server/sample-records.ts";
import { requestsOf } from "./operation-requests.ts";
import { type Answered, callsOf } from "../../support/server/api-calls.ts";
import { organizationKeys } from "../../support/server/api-keys.ts";

/**
 * Requests per operation, and the seed that they are made from. `SVC_TEST_RUNS` and `SVC_TEST_SEED` override the defaults; a request costs
 * what a thousand inputs of a parser do.
 */
const RUNS = Math.ceil(Number(process.env["SVC_TEST_RUNS"] ?? 25_000) / 1_000);
const SEED = Number(process.env["SVC_TEST_SEED"] ?? 4_590);

let server: RunningServer | undefined;
let organization: string;
let database: DatabaseSync | undefined;
const known: Record<string, string[]> = {};
const log: string[] = [];
beforeAll(async () => {
  console.log(`Requests are made from seed ${SEED}.`);
  ({ server, authorization: organization } = await organizationKeys(async (options) =>
    startServer({ ...options, log: (line) => log.push(line) }),
  ));
  const directory = server.dataDirectory ?? "";
  const file = readdirSync(directory).find((name) => name.endsWith(".sqlite")) ?? "";
  Object.assign(known, await makeOneOfEach(call, organization));
  database = new DatabaseSync(join(directory, file), { readOnly: true });
});
afterAll(async () => {
  database?.close();
  await server?.close();
});

const call = callsOf(() => server!);

/** Returns a value that changes whenever anything is stored. */
function state(): unknown {
  return database?.prepare("PRAGMA data_version").get()?.["data_version"];
}

/** Sends a request with the keys it needs, and fails the test for any answer that is not documented. */
async function send(method: string, path: string, body: unknown): Promise<Answered> {
  const short = path.replace("/api/public", "");
  const before = state();
  let answered = await call(method, short, body);
  if (answered.status === 403) answered = await call(method, short, body, organization);
  const { status, body: content } = answered;
  if (status >= 500 && status !== 501) throw new Error(`${status} ${JSON.stringify(content)}`);
  if (status >= 400 && state() !== before) throw new Error(`something was stored, although the answer is ${status}`);
  return answered;
}

test("the test detects a stored record", async () => {
  const before = state();
  await send("POST", "/scores", { id: "stored", name: "n", value: 1, traceId: "t" });
  expect(state()).not.toBe(before);
});

/** Order of the methods: those that create come before those that read, change and delete. */
const ORDER = ["POST", "PUT", "GET", "PATCH", "DELETE"];
const OPERATIONS_IN_ORDER = OPERATIONS.toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));

describe.each(OPERATIONS_IN_ORDER)("$id", (operation) => {
  test(
    "gives documented answers, and stores nothing of rejected requests",
    { timeout: 60_000 + 1_000 * RUNS },
    async () => {
      // Made here, because the existing records are known only now.
      await fc.assert(
        fc.asyncProperty(requestsOf(operation, known), async ({ path, body }) => {
          await send(operation.method, path, body);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
      expect(log.filter((line) => line.includes("failed inside"))).toEqual([]);
    },
  );
});

const BODIES: ReadonlyArray<[what: string, body: string]> = [
  ["nothing", ""],
  ["text that is no JSON", "{"],
  ["a number without end", "1".repeat(10_000)],
  ["an infinite number", '{"value":1e999,"name":"n","traceId":"t"}'],
  ["lists without end", "[".repeat(200_000)],
  ["lists in lists", "[".repeat(20_000) + "]".repeat(20_000)],
  ["objects in objects", '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000)],
  ["keys that every object inherits", '{"__proto__":{"a":1},"constructor":1,"toString":1,"hasOwnProperty":1}'],
  ["the same key twice", '{"name":1,"name":2}'],
  ["a very long text", JSON.stringify({ name: "x".repeat(900_000) })],
  ["too much", JSON.stringify({ name: "x".repeat(5_000_000) })],
  ["very many fields", JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, i])))],
  ["very many entries", JSON.stringify(Array.from({ length: 10_000 }, () => 1))],
];

const WITH_BODY = OPERATIONS_IN_ORDER.filter(({ id }) => documented(id).requestBody !== undefined);

describe.each(BODIES)("a body of %s", (_, body) => {
  test("gets a documented answer from every operation", async () => {
    for (const { method, path } of WITH_BODY) {
      const filled = path.replaceAll(/\{\w+\}/g, "nothing");
      const { status } = await send(method, filled, body);
      expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(200);
    }
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});
