import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";

describe("reading scores", () => {
  const at = (second: number): string => `2026-03-01T00:00:0${second}.000Z`;
  const STORED = [
    { id: "r-1", traceId: "ra", name: "stars", value: 1, timestamp: at(1), environment: "one" },
    { id: "r-2", traceId: "ra", observationId: "ro", name: "stars", value: 2, timestamp: at(2) },
    { id: "r-3", traceId: "rb", name: "good", value: 1, dataType: "BOOLEAN", timestamp: at(3), environment: "one" },
    { id: "r-4", sessionId: "rs", name: "tone", value: "warm", timestamp: at(4) },
    { id: "r-5", datasetRunId: "re", name: "tone", value: "cold", timestamp: at(5) },
    { id: "r-6", traceId: "rb", name: "note", value: "a text", dataType: "TEXT", timestamp: at(5), queueId: "rq" },
    { id: "r-7", traceId: "rb", name: "x", value: "better", dataType: "CORRECTION", timestamp: at(6) },
  ];
  let reader: RunningServer;
  const read = callsOf(() => reader);
  beforeAll(async () => {
    reader = await startServer({ port: 0, memory: true });
    await read("POST", "/scores", STORED);
  });
  afterAll(async () => reader.close());

  test.each([
    ["", "r-7 r-6 r-5 r-4 r-3 r-2 r-1"],
    ["id=r-2,r-4", "r-4 r-2"],
    ["name=stars,tone", "r-5 r-4 r-2 r-1"],
    ["name=stars&environment=one", "r-1"],
    ["source=api", "r-7 r-6 r-5 r-4 r-3 r-2 r-1"],
    ["source=ANNOTATION,EVAL", ""],
    ["dataType=boolean,Text", "r-6 r-3"],
    ["queueId=rq", "r-6"],
    ["authorUserId=someone", ""],
    ["configId=none", ""],
    ["traceId=ra", "r-2 r-1"],
    ["traceId=ra,rb", "r-7 r-6 r-3 r-2 r-1"],
    ["traceId=ra&observationId=ro", "r-2"],
    ["sessionId=rs", "r-4"],
    ["experimentId=re", "r-5"],
    ["dataType=NUMERIC&value=2,3", "r-2"],
    ["dataType=BOOLEAN&value=true", "r-3"],
    ["dataType=BOOLEAN&value=FALSE", ""],
    ["dataType=CATEGORICAL&value=warm,hot", "r-4"],
    ["dataType=NUMERIC&valueMin=1.5", "r-2"],
    ["dataType=NUMERIC&valueMin=1&valueMax=1", "r-1"],
    [`fromTimestamp=${at(3)}&toTimestamp=${at(5)}`, "r-4 r-3"],
    ["fromTimestamp=2026-03-01T01:00:05%2B01:00", "r-7 r-6 r-5"],
    ["id=%27%29%20OR%201%3D1--", ""],
  ])("filters by %s", async (query, ids) => {
    const { body } = await read("GET", `/v3/scores?${query}`);
    expect(body.data.map(({ id }) => id).join(" ")).toBe(ids);
    expect(body.meta).toEqual({ limit: 50 });
  });

  test.each([
    ["value=1", "value: needs one dataType of NUMERIC, BOOLEAN, CATEGORICAL"],
    ["value=1&dataType=NUMERIC,BOOLEAN", "value: needs one dataType"],
    ["value=1&dataType=TEXT", "value: needs one dataType"],
    ["value=x&dataType=NUMERIC", '\\"x\\" is no value of a NUMERIC score'],
    ["value=constructor&dataType=BOOLEAN", "is no value of a BOOLEAN score"],
    ["valueMin=1", "valueMin: needs dataType=NUMERIC"],
    ["valueMax=1&dataType=BOOLEAN", "valueMax: needs dataType=NUMERIC"],
    ["valueMin=high&dataType=NUMERIC", "valueMin: must be number"],
    ["observationId=o", "observationId: needs traceId"],
    ["traceId=a&sessionId=b", "sessionId: cannot be combined with traceId"],
    ["sessionId=a&experimentId=b", "experimentId: cannot be combined with sessionId"],
    ["fields=core,io", "there is no io"],
    ["dataType=STARS", "there is no STARS"],
    ["source=human", "there is no HUMAN"],
    ["userId=u", "userId: must NOT have additional properties"],
    ["traceTags=t", "traceTags: must NOT have additional properties"],
    ["limit=0", "limit: must be >= 1"],
    ["limit=101", "limit: must be <= 100"],
    ["limit=ten", "limit: must be integer"],
    ["fromTimestamp=today", "fromTimestamp"],
    ["cursor=e30", "Invalid cursor format"],
    ["cursor=%00", "Invalid cursor format"],
  ])("rejects %s", async (query, reason) => {
    const { status, body } = await read("GET", `/v3/scores?${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(reason);
  });

  test.each([1, 2, 3, 7])("returns every score once in pages of %i", async (limit) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await read("GET", `/v3/scores?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`);
      expect(body.data.length).toBeLessThanOrEqual(limit);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.meta.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(["r-7", "r-6", "r-5", "r-4", "r-3", "r-2", "r-1"]);
  });

  test.each([
    ["", []],
    ["core", []],
    ["details", ["comment", "configId", "metadata"]],
    ["subject", ["subject"]],
    ["annotation", ["authorUserId", "queueId"]],
    ["core,details,subject,annotation", ["comment", "configId", "metadata", "subject", "authorUserId", "queueId"]],
  ])("with fields %s", async (fields, more) => {
    const core = [
      "id",
      "projectId",
      "name",
      "value",
      "dataType",
      "source",
      "timestamp",
      "environment",
      "createdAt",
      "updatedAt",
    ];
    const { body } = await read("GET", `/v3/scores?id=r-1&fields=${fields}`);
    expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual([...core, ...more].toSorted());
  });
});
