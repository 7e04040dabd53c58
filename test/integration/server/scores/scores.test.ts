import { LOCAL_KEYS } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, callsOf } from "../../../support/server/api-calls.ts";

let server: RunningServer;
let older: RunningServer;
let oldest: RunningServer;
beforeAll(async () => {
  const start = async (asVersion?: string): Promise<RunningServer> =>
    startServer({ port: 0, memory: true, ...(asVersion && { asVersion }) });
  [server, older, oldest] = await Promise.all([start(), start("4.58.0"), start("4.54.0")]);
});
afterAll(async () => Promise.all([server, older, oldest].map(async (one) => one.close())));

const call = callsOf(() => server);

/** Returns the scores that a query finds, the latest first. */
async function scores(query: Record<string, string>, fields = "details,subject,annotation"): Promise<Body[]> {
  const { body } = await call("GET", `/v3/scores?${new URLSearchParams({ fields, ...query }).toString()}`);
  return body.data;
}

async function scoreConfig(fields: Record<string, unknown>): Promise<string> {
  const { status, body } = await call("POST", "/score-configs", { name: "config", ...fields });
  expect(status).toBe(200);
  return body.id;
}

describe("one score", () => {
  test("is answered with its id and is readable at once with all fields", async () => {
    const sent = {
      id: "s-1",
      traceId: "t-1",
      observationId: "o-1",
      name: "quality",
      value: 0.75,
      comment: "gut 🚀\n",
      metadata: { a: { b: [1, null] } },
      environment: "Web",
      queueId: "q-1",
      timestamp: "2026-01-02T03:04:05.678+01:00",
    };
    expect(await call("POST", "/scores", sent)).toMatchObject({ status: 200, body: { id: "s-1" } });
    expect(await scores({ id: "s-1" })).toEqual([
      {
        id: "s-1",
        projectId: server.projectId,
        name: "quality",
        value: 0.75,
        dataType: "NUMERIC",
        source: "API",
        timestamp: "2026-01-02T02:04:05.678Z",
        environment: "web",
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        comment: "gut 🚀\n",
        configId: null,
        metadata: { a: { b: [1, null] } },
        subject: { kind: "observation", id: "o-1", traceId: "t-1" },
        authorUserId: null,
        queueId: "q-1",
      },
    ]);
  });

  test.each([
    [undefined, 1, "NUMERIC", 1],
    [undefined, "good", "CATEGORICAL", "good"],
    ["NUMERIC", -1e300, "NUMERIC", -1e300],
    ["BOOLEAN", 1, "BOOLEAN", true],
    ["BOOLEAN", 0, "BOOLEAN", false],
    ["CATEGORICAL", "", "CATEGORICAL", ""],
    ["TEXT", "two\r\n\tlines", "TEXT", "two\r\n\tlines"],
    ["CORRECTION", "two\n\tlines", "CORRECTION", "two\n\tlines"],
    ["TEXT", "x".repeat(500), "TEXT", "x".repeat(500)],
    ["CORRECTION", "y".repeat(5_000), "CORRECTION", "y".repeat(5_000)],
  ])("of data type %s and value %j is read as %s", async (dataType, value, readType, readValue) => {
    const { body } = await call("POST", "/scores", { traceId: "typed", name: "n", value, dataType });
    const [stored] = await scores({ id: body.id });
    expect([stored?.["dataType"], stored?.["value"]]).toEqual([readType, readValue]);
    expect(stored?.["name"]).toBe(dataType === "CORRECTION" ? "output" : "n");
  });

  test.each([
    [{ traceId: "a" }, { kind: "trace", id: "a" }],
    [
      { traceId: "a", observationId: "b" },
      { kind: "observation", id: "b", traceId: "a" },
    ],
    [{ sessionId: "c" }, { kind: "session", id: "c" }],
    [{ datasetRunId: "d" }, { kind: "experiment", id: "d" }],
    [
      { traceId: "a", sessionId: null, datasetRunId: "" },
      { kind: "trace", id: "a" },
    ],
  ])("of %j", async (target, subject) => {
    const { body } = await call("POST", "/scores", { ...target, name: "n", value: 1 });
    expect((await scores({ id: body.id }))[0]?.["subject"]).toEqual(subject);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no target", { traceId: undefined }, "exactly one of traceId, sessionId and datasetRunId"],
    ["two targets", { sessionId: "s" }, "exactly one of traceId, sessionId and datasetRunId"],
    ["an observation without its trace", { traceId: null, sessionId: "s", observationId: "o" }, "needs the traceId"],
    ["no name", { name: undefined }, "must have required property 'name'"],
    ["an empty name", { name: "" }, "name: must NOT have fewer than 1 characters"],
    ["no value", { value: undefined }, "must have required property 'value'"],
    ["a value that is null", { value: null }, "value: must be number"],
    ["a value that is true", { value: true }, "value: must be number"],
    ["a text as NUMERIC", { value: "1", dataType: "NUMERIC" }, "a NUMERIC score has a number"],
    ["two as BOOLEAN", { value: 2, dataType: "BOOLEAN" }, "a BOOLEAN score has 0 or 1"],
    ["a number as CATEGORICAL", { dataType: "CATEGORICAL" }, "a CATEGORICAL score has a text"],
    ["an empty TEXT", { value: "", dataType: "TEXT" }, "1 to 500 characters"],
    ["a long TEXT", { value: "x".repeat(501), dataType: "TEXT" }, "1 to 500 characters"],
    ...["a\u001b[31mred", "a\u0000b", "a\u009b"].flatMap((value): Array<[string, Record<string, unknown>, string]> => [
      [`${JSON.stringify(value)} as CATEGORICAL`, { value }, "control characters, line breaks"],
      [`${JSON.stringify(value)} as TEXT`, { value, dataType: "TEXT" }, "control characters other than tab"],
      [
        `${JSON.stringify(value)} as CORRECTION`,
        { value, dataType: "CORRECTION" },
        "control characters other than tab",
      ],
    ]),
    ["two lines as CATEGORICAL", { value: "two\nlines" }, "line breaks"],
    ["turned text as CATEGORICAL", { value: "left\u202eright" }, "marks of direction"],
    ["a number as CORRECTION", { dataType: "CORRECTION" }, "a CORRECTION has a text"],
    ["a corrected session", { value: "x", dataType: "CORRECTION", traceId: null, sessionId: "s" }, "can be corrected"],
    ["a correction with a config", { value: "x", dataType: "CORRECTION", configId: "c" }, "follows no score config"],
    ["an unknown data type", { dataType: "STARS" }, "must be equal to one of the allowed values: NUMERIC"],
    ["an annotation without config", { source: "ANNOTATION" }, "an annotation needs the score config"],
    ["an evaluator's score", { source: "EVAL" }, "must be equal to one of the allowed values: API, ANNOTATION"],
    ["a text that is no time", { timestamp: "yesterday" }, 'must match format "date-time"'],
  ])("with %s is rejected and not stored", async (what, fields, reason) => {
    const sent = { id: `refused ${what}`, traceId: "t", name: "n", value: 1, ...fields };
    const { status, body } = await call("POST", "/scores", sent);
    expect(status).toBe(400);
    expect(body.message).toBe("Invalid request data");
    expect(body.error.map((issue) => issue.message).join()).toContain(reason);
    expect(await scores({ id: sent.id })).toEqual([]);
  });

  test("with an existing id replaces that score", async () => {
    const send = async (value: unknown): Promise<unknown> =>
      call("POST", "/scores", { id: "again", traceId: "t", name: "n", value });
    await send(1);
    const [first] = await scores({ id: "again" });
    await send("two");
    const all = await scores({ id: "again" });
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ value: "two", dataType: "CATEGORICAL", createdAt: first?.["createdAt"] });
  });

  test("with an empty id gets a new id", async () => {
    const { body } = await call("POST", "/scores", { id: "", traceId: "t", name: "n", value: 1 });
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["text", { metadata: "text" }],
    [[1], { metadata: [1] }],
    [null, {}],
  ])("with metadata %j has %j", async (metadata, stored) => {
    const { body } = await call("POST", "/scores", { traceId: "t", name: "n", value: 1, metadata });
    expect((await scores({ id: body.id }))[0]?.["metadata"]).toEqual(stored);
  });
});

describe("a score with a config", () => {
  test.each<[string, Record<string, unknown>, unknown, string | undefined]>([
    ["a number in range", { dataType: "NUMERIC", minValue: 0, maxValue: 5 }, 5, undefined],
    ["a number below", { dataType: "NUMERIC", minValue: 0 }, -0.1, "is below the least, 0"],
    ["a number above", { dataType: "NUMERIC", maxValue: 5 }, 5.1, "is above the most, 5"],
    ["a text for a number", { dataType: "NUMERIC" }, "5", "a NUMERIC score has a number"],
    ["a category", { dataType: "CATEGORICAL", categories: [{ label: "good", value: 3 }] }, "good", undefined],
    [
      "no category",
      { dataType: "CATEGORICAL", categories: [{ label: "good", value: 3 }] },
      "bad",
      "none of the categories",
    ],
    ["one", { dataType: "BOOLEAN" }, 1, undefined],
    ["two", { dataType: "BOOLEAN" }, 2, "a BOOLEAN score has 0 or 1"],
    ["a text", { dataType: "TEXT" }, "fine", undefined],
  ])("%s", async (_, config, value, reason) => {
    const configId = await scoreConfig(config);
    const sent = { id: `of ${configId}`, traceId: "t", name: "config", value, configId, source: "ANNOTATION" };
    const { status, body } = await call("POST", "/scores", sent);
    expect(status).toBe(reason === undefined ? 200 : 400);
    expect(JSON.stringify(body)).toContain(reason ?? sent.id);
    const stored = await scores({ id: sent.id });
    const expected = { name: "config", dataType: config["dataType"], source: "ANNOTATION", configId };
    expect(stored).toMatchObject(reason ? [] : [expected]);
  });

  test("of another data type is rejected", async () => {
    const configId = await scoreConfig({ dataType: "BOOLEAN" });
    const { status, body } = await call("POST", "/scores", {
      traceId: "t",
      name: "n",
      value: 1,
      dataType: "NUMERIC",
      configId,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("is BOOLEAN, the score NUMERIC");
  });

  test("is answered 404 if unknown", async () => {
    const { status, body } = await call("POST", "/scores", { traceId: "t", name: "n", value: 1, configId: "nowhere" });
    expect([status, body]).toEqual([
      404,
      { message: "There is no score config nowhere in this project", error: "SvcNotFoundError" },
    ]);
  });

  test("with an archived config is rejected", async () => {
    const configId = await scoreConfig({ dataType: "NUMERIC" });
    await call("PATCH", `/score-configs/${configId}`, { isArchived: true });
    const { status, body } = await call("POST", "/scores", { traceId: "t", name: "n", value: 1, configId });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("is archived");
  });
});

describe("a list of scores", () => {
  const good = (id: string): Record<string, unknown> => ({ id, traceId: "list", name: "n", value: 1 });

  test("of valid scores is answered 202", async () => {
    const sent = Array.from({ length: 100 }, (_, i) => good(`all-${i}`));
    expect(await call("POST", "/scores", sent)).toMatchObject({ status: 202, body: { message: "Accepted" } });
    expect((await scores({ traceId: "list", limit: "100" })).filter(({ id }) => id.startsWith("all-"))).toHaveLength(
      100,
    );
  });

  test("of valid and invalid scores is answered 207, names the invalid ones, and stores the others", async () => {
    const sent = [
      good("part-1"),
      { ...good("part-2"), name: "stars", dataType: "BOOLEAN", value: 7 },
      5,
      { ...good("part-3"), configId: "nowhere" },
      good("part-4"),
    ];
    const { status, body } = await call("POST", "/scores", sent);
    expect([status, body]).toEqual([
      207,
      {
        accepted: 2,
        rejected: 3,
        errors: [
          { message: "stars: value: a BOOLEAN score has 0 or 1" },
          { message: "(no name): body: must be object" },
          { message: "n: There is no score config nowhere in this project" },
        ],
      },
    ]);
    expect((await scores({ id: "part-1,part-2,part-3,part-4" })).map(({ id }) => id)).toEqual(["part-4", "part-1"]);
  });

  test("of invalid scores is answered 207 and stores nothing", async () => {
    const { status, body } = await call("POST", "/scores", [{}, {}]);
    expect([status, body]).toMatchObject([207, { accepted: 0, rejected: 2 }]);
  });

  test("without scores is accepted", async () => {
    expect(await call("POST", "/scores", [])).toMatchObject({ status: 202 });
  });

  test("is rejected by a service before 4.55.0, which accepts single scores", async () => {
    const old = callsOf(() => oldest);
    const { status, body } = await old("POST", "/scores", [good("old-1")]);
    expect([status, body.message]).toEqual([400, "Invalid request data"]);
    expect((await old("POST", "/scores", good("old-2"))).status).toBe(200);
    expect((await old("GET", "/v3/scores")).body.data).toMatchObject([{ id: "old-2" }]);
  });
});

test("in a service before 4.59.0 gets the time of arrival", async () => {
  const old = callsOf(() => older);
  const before = new Date().toISOString();
  await old("POST", "/scores", { traceId: "t", name: "n", value: 1, timestamp: "2020-01-01T00:00:00Z" });
  const { body } = await old("GET", "/v3/scores");
  expect(String(body.data[0]?.["timestamp"]) >= before).toBe(true);
});

test("deletes a score, and accepts the deletion of an unknown one", async () => {
  await call("POST", "/scores", { id: "gone", traceId: "t", name: "n", value: 1 });
  for (let i = 0; i < 2; i += 1) {
    expect(await call("DELETE", "/scores/gone")).toMatchObject({
      status: 202,
      body: { message: "Score deletion queued successfully" },
    });
  }
  expect(await scores({ id: "gone" })).toEqual([]);
});

describe("a page in a browser", () => {
  const bearer = `Bearer ${LOCAL_KEYS.publicKey}`;

  test("may send scores with the public key only, and nothing else", async () => {
    expect((await call("POST", "/scores", { id: "web", traceId: "t", name: "n", value: 1 }, bearer)).status).toBe(200);
    for (const [method, path] of [
      ["DELETE", "/scores/web"],
      ["GET", "/v3/scores"],
      ["POST", "/score-configs"],
    ] as const) {
      const { status, body } = await call(method, path, undefined, bearer);
      expect([status, body]).toEqual([403, { message: "Access denied - insufficient permissions for this endpoint" }]);
    }
  });

  test("gets an error that names its wrong key", async () => {
    const { status, body } = await call("POST", "/scores", {}, "Bearer pk-other");
    expect([status, body.message]).toEqual([401, expect.stringContaining("Invalid public key")]);
  });

  test("is allowed from any origin, with one preflight request", async () => {
    const { status, headers } = await fetch(`${server.url}/api/public/scores`, {
      method: "OPTIONS",
      headers: {
        origin: "https://example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-svc-public-key",
      },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toContain("POST");
    expect(headers.get("access-control-allow-headers")).toContain("x-svc-public-key");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    expect(Number(headers.get("access-control-max-age"))).toBeGreaterThanOrEqual(7_200);
  });

  test("can read errors", async () => {
    const { headers } = await call("POST", "/scores", {}, bearer);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });
});
