// Who may replace which score, by which name a score follows its config, and what is kept of a replaced value: the same on every engine.
import { SvcClient } from "@svc/client";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { describe, expect, test } from "vitest";
import { type Body, type Call, callsOf } from "../../support/server/api-calls.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { OBSERVATION_ENGINES } from "../../support/storage/storage-engines.ts";

const PAIR = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
const PUBLIC = `Bearer ${LOCAL_KEYS.publicKey}`;
const TRACE = "1".repeat(32);

describeOnEngines(OBSERVATION_ENGINES, "writers of scores", (service) => {
  const call: Call = callsOf(() => service().server);
  const read = async (id: string): Promise<Body[]> =>
    (await call("GET", `/v3/scores?id=${id}&fields=details,subject,annotation,history`)).body.data;
  const score = (fields: Record<string, unknown>): Record<string, unknown> => ({
    traceId: TRACE,
    name: "judge",
    value: 1,
    ...fields,
  });
  /** Sends a score by each way in that takes some, and returns the status and the reason of each answer. */
  const send = async (sent: Record<string, unknown>, key?: string): Promise<Array<[number, string]>> => {
    const one = await call("POST", "/scores", sent, key);
    const list = await call("POST", "/scores", [sent], key);
    const [error] = (list.body["errors"] ?? []) as Array<{ message: string }>;
    return [
      [one.status, JSON.stringify(one.body)],
      [list.status, error?.message ?? ""],
    ];
  };

  describe("the public key", () => {
    test.each<[string, Record<string, unknown>]>([
      ["a judgement", {}],
      ["an annotation", { source: "ANNOTATION", config: "NUMERIC" }],
      ["a correction", { dataType: "CORRECTION", value: "right" }],
      ["a score of a queue", { queueId: "q" }],
      ["a score of an experiment", { traceId: null, datasetRunId: "run" }],
    ])("does not replace %s that another key wrote", async (what, { config, ...fields }) => {
      const id = what.replaceAll(" ", "-");
      const configId = config && (await call("POST", "/score-configs", { name: "judge", dataType: config })).body.id;
      const sent = score({ id, comment: "kept", ...fields, ...(configId !== undefined && { configId }) });
      expect((await call("POST", "/scores", sent)).status).toBe(200);
      const before = await read(id);
      const answers = await send(score({ id, value: 0 }), PUBLIC);
      const reason = `${id}: another key or a person gave the score with this id`;
      expect(answers.map(([status]) => status)).toEqual([409, 207]);
      expect(answers.every(([, text]) => text.includes(reason))).toBe(true);
      expect(await read(id)).toEqual(before);
    });

    test.each<[string, Record<string, unknown>, string]>([
      ["an annotation", { source: "ANNOTATION", configId: "c" }, "source: ANNOTATION is for people"],
      ["a correction", { dataType: "CORRECTION", value: "x" }, "dataType: a CORRECTION is for people"],
      ["a score of a queue", { queueId: "q" }, "queueId: a score of a queue is for people"],
      ["a score of an experiment", { traceId: null, datasetRunId: "r" }, "datasetRunId: a score of an experiment"],
      ["an author", { authorUserId: "somebody" }, "authorUserId: "],
    ])("does not send %s", async (what, fields, reason) => {
      const id = `refused-${what.replaceAll(" ", "-")}`;
      const answers = await send(score({ id, ...fields }), PUBLIC);
      expect(answers.map(([status]) => status)).toEqual([403, 207]);
      for (const [, text] of answers) expect(text).toContain(reason);
      expect(await read(id)).toEqual([]);
    });

    test("inserts scores, and replaces what it inserted", async () => {
      for (const value of [1, 0, 0]) {
        expect((await call("POST", "/scores", score({ id: "thumb", value }), PUBLIC)).status).toBe(200);
      }
      expect(await read("thumb")).toMatchObject([
        {
          value: 0,
          authorUserId: null,
          writtenBy: { kind: "PUBLIC_KEY", id: LOCAL_KEYS.publicKey },
          history: [{ value: 1, writtenBy: { kind: "PUBLIC_KEY", id: LOCAL_KEYS.publicKey } }],
        },
      ]);
      // A key pair may replace it. From then on it is that of the key pair.
      expect((await call("POST", "/scores", score({ id: "thumb", value: 2 }))).status).toBe(200);
      expect((await call("POST", "/scores", score({ id: "thumb", value: 3 }), PUBLIC)).status).toBe(409);
      expect(await read("thumb")).toMatchObject([{ value: 2, writtenBy: { kind: "KEY_PAIR" } }]);
    });

    test("learns the same of every score that it may not replace, whatever is in it", async () => {
      await call("POST", "/scores", [
        score({ id: "x-1" }),
        score({ id: "x-2", name: "other", traceId: "2".repeat(32) }),
      ]);
      const answers = await Promise.all(
        ["x-1", "x-2"].map(async (id) =>
          (await send(score({ id }), PUBLIC)).map(([, text]) => text.replaceAll(id, "ID")),
        ),
      );
      expect(answers[0]).toEqual(answers[1]);
    });

    test("of a list, stores what it may and names the rest", async () => {
      await call("POST", "/scores", score({ id: "mixed-2" }));
      const list = [1, 2, 3].map((number) => score({ id: `mixed-${number}`, value: 5 }));
      const { status, body } = await call("POST", "/scores", list, PUBLIC);
      expect([status, body]).toMatchObject([207, { accepted: 2, rejected: 1 }]);
      const values = (await read("mixed-1,mixed-2,mixed-3")).map(({ id, value }) => `${id} ${String(value)}`);
      expect(values.toSorted()).toEqual(["mixed-1 5", "mixed-2 1", "mixed-3 5"]);
    });

    test("loses against a key pair that writes the same id at the same time", async () => {
      const ids = Array.from({ length: 10 }, (_, round) => `race-${round}`);
      await Promise.all(
        ids.flatMap((id) => [
          call("POST", "/scores", score({ id, value: 0 }), PUBLIC),
          call("POST", "/scores", score({ id, value: 1 })),
          call("POST", "/scores", score({ id, value: 0 }), PUBLIC),
        ]),
      );
      const stored = await read(ids.join(","));
      expect(stored).toHaveLength(ids.length);
      for (const each of stored) expect(each).toMatchObject({ value: 1, writtenBy: { kind: "KEY_PAIR" } });
    });

    test("does nothing by the batch of events, deletes nothing, and writes no comment", async () => {
      const event = { id: "e", type: "score-create", timestamp: "2026-01-01T00:00:00Z", body: score({ id: "event" }) };
      const comment = { projectId: "p", objectType: "TRACE", objectId: TRACE, content: "x" };
      for (const [method, path, body] of [
        ["POST", "/ingestion", { batch: [event] }],
        ["DELETE", "/scores/thumb", undefined],
        ["POST", "/comments", comment],
      ] as const) {
        expect((await call(method, path, body, PUBLIC)).status).toBe(403);
      }
      expect(await read("event")).toEqual([]);
      expect(await read("thumb")).toHaveLength(1);
    });
  });

  describe("a score with a config", () => {
    test("has the name of the config, after a rename too, by every way in", async () => {
      const { id: configId } = (await call("POST", "/score-configs", { name: "tone", dataType: "NUMERIC" })).body;
      const event = async (body: Record<string, unknown>): Promise<unknown> => {
        const batch = [{ id: "named", type: "score-create", timestamp: "2026-01-01T00:00:00Z", body }];
        const { errors } = (await call("POST", "/ingestion", { batch })).body as unknown as { errors: unknown[] };
        return errors;
      };
      const named = (name: string): Record<string, unknown> => score({ id: "named", name, configId });
      for (const [right, wrong] of [
        ["tone", "tone2"],
        ["tone-v2", "tone"],
      ] as const) {
        await call("PATCH", `/score-configs/${configId}`, { name: right });
        const reason = `name: the score config ${configId} is named ${right}`;
        const refused = await send(named(wrong));
        expect(refused.map(([status]) => status)).toEqual([400, 207]);
        for (const [, text] of refused) expect(text).toContain(reason);
        expect(JSON.stringify(await event(named(wrong)))).toContain(reason);
        expect((await call("POST", "/scores", named(wrong), PUBLIC)).status).toBe(400);
        const client = new SvcClient({ ...LOCAL_KEYS, baseUrl: service().server.url });
        client.score.create({ traceId: TRACE, name: wrong, value: 1, configId });
        expect((await client.shutdown()).scores).toMatchObject({ delivered: 0, rejected: 1 });
        expect((await send(named(right))).map(([status]) => status)).toEqual([200, 202]);
        expect(await event(named(right))).toEqual([]);
        expect(await read("named")).toMatchObject([{ name: right, configId }]);
      }
      // What was given under the earlier name is kept as such.
      expect((await read("named"))[0]?.["history"]).toMatchObject([{ name: "tone", value: 1 }]);
    });
  });

  describe("the history of a score", () => {
    test("has the replaced values, the latest first, at most 20, and goes with the score", async () => {
      // Each value is sent twice: what is sent again replaces nothing.
      const sent = Array.from({ length: 46 }, (_, index) => Math.floor(index / 2)).map((value) =>
        score({ id: "rated", value, comment: `of ${value}` }),
      );
      expect((await call("POST", "/scores", sent.slice(0, 40))).status).toBe(202);
      for (const one of sent.slice(40)) await call("POST", "/scores", one);
      const [rated] = await read("rated");
      const history = rated?.["history"] as Array<Record<string, unknown>>;
      expect(history.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
      expect(history[0]).toEqual({
        name: "judge",
        value: 21,
        dataType: "NUMERIC",
        comment: "of 21",
        source: "API",
        authorUserId: null,
        writtenBy: { kind: "KEY_PAIR", id: LOCAL_KEYS.publicKey },
        timestamp: expect.any(String),
        replacedAt: expect.any(String),
      });
      await call("DELETE", "/scores/rated");
      await call("POST", "/scores", score({ id: "rated" }));
      expect(await read("rated")).toMatchObject([{ history: [] }]);
    });

    test("keeps the type of each value, and of a long text its start", async () => {
      for (const fields of [
        { value: 0.1 },
        { value: 1, dataType: "BOOLEAN" },
        { value: "kind" },
        { value: "ü".repeat(5_000), dataType: "CORRECTION", comment: "c".repeat(5_000) },
        { value: 3 },
      ]) {
        await call("POST", "/scores", score({ id: "typed", ...fields }));
      }
      const [typed] = await read("typed");
      expect(typed?.["history"]).toMatchObject([
        { value: "ü".repeat(2_000), dataType: "CORRECTION", comment: "c".repeat(2_000), name: "output" },
        { value: "kind", dataType: "CATEGORICAL" },
        { value: true, dataType: "BOOLEAN" },
        { value: 0.1, dataType: "NUMERIC", comment: null },
      ]);
    });
  });

  describe("an author", () => {
    test("is a member that a key pair names, is found and counted by, and compared with another", async ({ skip }) => {
      skip(service().dataDirectory === undefined, "keys of an organization are made in a data directory");
      const organization = await service().organizationKeys();
      const member = async (userName: string): Promise<string> =>
        (await call("POST", "/scim/Users", { userName, name: {} }, organization)).body.id;
      const [ann, ben] = [await member("ann@example.com"), await member("ben@example.com")];
      for (const [authorUserId, value, trace] of [
        [ann, 1, "a"],
        [ann, 3, "b"],
        [ben, 2, "a"],
      ] as const) {
        const sent = score({
          id: `by-${authorUserId}-${trace}`,
          name: "stars",
          traceId: trace.repeat(32),
          value,
          authorUserId,
        });
        expect((await send(sent)).map(([status]) => status)).toEqual([200, 202]);
      }
      const refused = await send(score({ id: "by-nobody", authorUserId: "nobody" }));
      expect(refused.map(([status]) => status)).toEqual([400, 207]);
      for (const [, text] of refused) expect(text).toContain("authorUserId: nobody is no member of the organization");
      const found = await call("GET", `/v3/scores?authorUserId=${ann}&fields=annotation`);
      expect(found.body.data).toMatchObject([{ authorUserId: ann }, { authorUserId: ann }]);

      const query = {
        view: "scores-numeric",
        dimensions: [{ field: "authorUserId" }],
        metrics: [{ measure: "value", aggregation: "avg" }],
        filters: [{ type: "string", column: "name", operator: "=", value: "stars" }],
        fromTimestamp: "2020-01-01T00:00:00Z",
        toTimestamp: "2040-01-01T00:00:00Z",
      };
      const averages = async (more: object): Promise<unknown> => {
        const text = JSON.stringify({ ...query, ...more });
        const { data } = (await call("GET", `/v2/metrics?query=${encodeURIComponent(text)}`)).body;
        return new Set(data.map((row) => `${String(row["authorUserId"])} ${String(row["avg_value"])}`));
      };
      expect(await averages({})).toEqual(new Set([`${ann} 2`, `${ben} 2`]));
      const byAnn = { type: "string", column: "authorUserId", operator: "=", value: ann };
      expect(await averages({ filters: [...query.filters, byAnn] })).toEqual(new Set([`${ann} 2`]));

      const local = async (path: string): Promise<Body> =>
        (
          await fetch(`${service().server.url}/api/local/scores/${path}`, { headers: { authorization: PAIR } })
        ).json() as Promise<Body>;
      const { data: kinds } = await local("kinds");
      expect(kinds.filter(({ name }) => name === "stars")).toEqual([
        { name: "stars", source: "API", dataType: "NUMERIC", count: 3 },
        { name: "stars", source: "API", dataType: "NUMERIC", authorUserId: ann, count: 2 },
        { name: "stars", source: "API", dataType: "NUMERIC", authorUserId: ben, count: 1 },
      ]);
      const [one, other] = [ann, ben].map((authorUserId) => ({
        name: "stars",
        source: "API",
        dataType: "NUMERIC",
        authorUserId,
      }));
      const compared = new URLSearchParams(one);
      for (const [field, value] of Object.entries(other ?? {}))
        compared.set(`other${field[0]?.toUpperCase()}${field.slice(1)}`, value);
      expect(await local(`agreement?${compared.toString()}`)).toMatchObject({
        objects: 1,
        numbers: { meanDistance: 1 },
      });
    });
  });

  test("an object that is put into a queue again, and at once, is one item, which keeps its status", async () => {
    const { id: configId } = (await call("POST", "/score-configs", { name: "again", dataType: "NUMERIC" })).body;
    const { id: queueId } = (await call("POST", "/annotation-queues", { name: "again", scoreConfigIds: [configId] }))
      .body;
    const items = `/annotation-queues/${queueId}/items`;
    const put = async (objectType = "TRACE"): Promise<Body> =>
      (await call("POST", items, { objectId: TRACE, objectType })).body;
    const made = await Promise.all(Array.from({ length: 8 }, async () => put()));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await call("PATCH", `${items}/${made[0]?.id}`, { status: "COMPLETED" });
    expect(await put()).toMatchObject({ id: made[0]?.id, status: "COMPLETED" });
    expect((await put("OBSERVATION")).id).not.toBe(made[0]?.id);
    expect((await call("GET", items)).body.meta.totalItems).toBe(2);
    await call("DELETE", `${items}/${made[0]?.id}`);
    expect(await put()).toMatchObject({ status: "PENDING" });
  });
});
