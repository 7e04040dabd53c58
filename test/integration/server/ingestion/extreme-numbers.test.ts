import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type RunningServer, startServer } from "@svc/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { SPAN_ID, type TestSpan, TRACE_ID, get, observations, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

let directory: string;
let server: RunningServer;
beforeEach(async () => {
  directory = folderOfTest("numbers");
  server = await startServer({ port: 0, dataDirectory: directory });
});
afterEach(async () => {
  await server.close();
});

const call = callsOf(() => server);

type Attributes = NonNullable<TestSpan["attributes"]>;

const LARGEST = Number.MAX_SAFE_INTEGER;
const ALL_FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";
const ORDINARY: TestSpan = {
  spanId: "1".repeat(16),
  name: "ordinary",
  attributes: { "svc.observation.type": "generation", "svc.observation.usage_details": '{"input":1,"output":2}' },
};

const usage = (details: Record<string, number>): Attributes => ({
  "svc.observation.type": "generation",
  "svc.observation.usage_details": JSON.stringify(details),
});

async function metric(measure: string, aggregation: string): Promise<unknown> {
  const query = JSON.stringify({
    view: "observations",
    metrics: [{ measure, aggregation }],
    fromTimestamp: "2026-01-01T00:00:00Z",
    toTimestamp: "2027-01-01T00:00:00Z",
  });
  const { status, body } = await call("GET", `/v2/metrics?query=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  return body.data[0]?.[`${aggregation}_${measure}`];
}

/** Reads the stored observations in every way: lists, the page, metrics, and the export. */
async function expectReadable(count: number): Promise<Array<Record<string, unknown>>> {
  const { data } = await observations(server, { fields: ALL_FIELDS });
  expect(data).toHaveLength(count);
  expect((await get(server, `/project/${server.projectId}/traces/${TRACE_ID}`)).status).toBe(200);
  expect((await get(server, "/")).status).toBe(200);
  for (const measure of ["inputTokens", "totalTokens", "timeToFirstToken", "tokensPerSecond"]) {
    for (const aggregation of ["sum", "avg", "min", "max", "p95", "histogram"]) await metric(measure, aggregation);
  }
  return data;
}

describe("a number out of a field's range is omitted, and the observation reports it", () => {
  test.each<[string, Attributes, Record<string, unknown>, string]>([
    [
      "amounts with a sum that is too large",
      usage({ input: LARGEST, output: LARGEST }),
      { usageDetails: { input: LARGEST, output: LARGEST } },
      "usage: the sum of all amounts is above 9007199254740991 and is left out of total",
    ],
    [
      "input types with a sum that is too large",
      usage({ input: LARGEST, input_cached_tokens: 1, total: 3 }),
      { usageDetails: { input: LARGEST, input_cached_tokens: 1 } },
      "usage: the sum of input amounts is above 9007199254740991 and is left out",
    ],
    [
      "a first chunk after the year 9999",
      { "ai.response.msToFirstChunk": 1e300 },
      { completionStartTime: null, timeToFirstToken: null },
      "ai.response.msToFirstChunk: 1e+300 ms after the start is after the year 9999, and is left out",
    ],
  ])("%s", async (_, attributes, fields, problem) => {
    await send(server, { spans: [ORDINARY, { spanId: SPAN_ID, name: "extreme", attributes }] });
    const data = await expectReadable(2);
    expect(data.find(({ name }) => name === "extreme")).toMatchObject({
      ...fields,
      metadata: { svc_problems: expect.arrayContaining([problem]) },
    });
    expect(data.find(({ name }) => name === "ordinary")).toMatchObject({
      usageDetails: { input: 1, output: 2, total: 3 },
      metadata: expect.not.objectContaining({ svc_problems: expect.anything() }),
    });
  });

  test("sums over many observations are finite numbers", async () => {
    const spans = Array.from({ length: 2_000 }, (_, i) => ({
      spanId: (i + 1).toString(16).padStart(16, "0"),
      attributes: usage({ input: LARGEST, total: LARGEST }),
    }));
    await send(server, { spans });
    expect(await metric("totalTokens", "sum")).toBeCloseTo(2_000 * LARGEST, -10);
    expect(await metric("usageByType", "sum")).toBeCloseTo(4_000 * LARGEST, -10);
    expect(await metric("totalTokens", "max")).toBe(LARGEST);
  });
});

test("stored rows with such numbers, and all others, are readable", async () => {
  await send(server, { spans: [ORDINARY, { spanId: SPAN_ID, name: "extreme" }] });
  const database = new DatabaseSync(join(directory, "observations.sqlite"), { timeout: 5_000 });
  database.exec(`UPDATE observations SET totalTokens = 1 << 60, inputTokens = 1 << 61, completionStartTime = 1e300,
    usageDetails = '{"total":1152921504606846976}' WHERE name = 'extreme'`);
  database.close();
  const data = await expectReadable(2);
  expect(data.find(({ name }) => name === "extreme")).toMatchObject({
    completionStartTime: null,
    usageDetails: { total: 2 ** 60 },
  });
});

test("a media upload rejects an unknown status", async () => {
  const { body } = await call("POST", "/media", {
    contentType: "image/png",
    contentLength: 10,
    sha256Hash: `${"A".repeat(43)}=`,
    field: "input",
    traceId: TRACE_ID,
  });
  const path = `/media/${String(body["mediaId"])}`;
  const upload = { uploadedAt: "2026-11-01T10:00:00Z", uploadHttpStatus: 200 };
  expect((await call("PATCH", path, { ...upload, uploadHttpStatus: 2 ** 60 })).status).toBe(400);
  expect((await call("PATCH", path, { ...upload, uploadTimeMs: 2 ** 60 })).status).toBe(400);
  expect((await call("PATCH", path, upload)).status).toBe(200);
  expect((await call("GET", path)).status).toBe(404);
});
