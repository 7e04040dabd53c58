import { createRequire } from "node:module";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerProblem } from "../support/server/api-document.ts";
import { AUTHORIZATION, TRACE_ID, send } from "../support/server/otlp-calls.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  await send(server, {
    spans: [
      {
        attributes: {
          [svc.OBSERVATION_TYPE]: "generation",
          [svc.OBSERVATION_MODEL]: "gpt-4o",
          [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1,"output":2}',
          [svc.OBSERVATION_INPUT]: "i",
          [svc.EXPERIMENT_ID]: "e",
          [svc.EXPERIMENT_ITEM_ID]: "i",
          [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: "b7ad6b7169203331",
        },
      },
      { spanId: "1".repeat(16) },
    ],
  });
});
afterAll(async () => server.close());

const METRICS = JSON.stringify({
  view: "observations",
  metrics: [{ measure: "count", aggregation: "count" }],
  fromTimestamp: "2026-01-01T00:00:00Z",
  toTimestamp: "2027-01-01T00:00:00Z",
});
const SINCE = "fromStartTime=2026-01-01T00:00:00Z";
const ALL_GROUPS = "fields=core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";
const ITEM_GROUPS = "fields=core,dataset,io,metadata,itemMetadata,experimentMetadata,scores";

type Case = [method: string, path: string, query: string, status: number, body?: unknown];

const CASES: Case[] = [
  ["GET", "/api/public/health", "", 200],
  ["GET", "/api/public/projects", "", 200],
  ["GET", "/api/public/v2/observations", ALL_GROUPS, 200],
  ["GET", "/api/public/v2/observations", "limit=1", 200],
  ["GET", "/api/public/v2/observations", "limit=1001", 400],
  ["GET", "/api/public/v2/observations", "filter=x", 400],
  ["GET", "/api/public/experiments", `${SINCE}&fields=core,metadata,scores`, 200],
  ["GET", "/api/public/experiments", "", 400],
  ["GET", "/api/public/experiment-items", `${SINCE}&${ITEM_GROUPS}`, 200],
  ["GET", "/api/public/experiment-items", `${SINCE}&fields=x`, 400],
  ["GET", "/api/public/v2/metrics", `query=${encodeURIComponent(METRICS)}`, 200],
  ["GET", "/api/public/v2/metrics", "", 400],
  ["GET", "/api/public/models", "", 200],
  ["DELETE", "/api/public/traces", "", 400, { traceIds: [] }],
  ["DELETE", "/api/public/traces", "", 200, { traceIds: ["none"] }],
];

/** Returns the status of an answer, and its deviation from the document. */
async function answerTo([method, path, query, , body]: Case, headers: Record<string, string>): Promise<unknown[]> {
  const response = await fetch(`${server.url}${path}?${query}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return [response.status, answerProblem(method, path, response.status, await response.json())];
}

describe("answers follow the API document", () => {
  test.each(CASES)("%s %s?%s: %i", async (...asked) => {
    expect(await answerTo(asked, { authorization: AUTHORIZATION })).toEqual([asked[3], undefined]);
    expect(
      (await fetch(server.url + asked[1], { method: "PATCH", headers: { authorization: AUTHORIZATION } })).status,
    ).toBe(405);
  });

  test("the service serves the API document without keys", async () => {
    const response = await fetch(`${server.url}/api/public/openapi.json`);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual(createRequire(import.meta.url)("@svc/core/openapi.json"));
  });

  test.each(["/api/public/projects", "/api/public/v2/observations", "/api/public/models"])(
    "%s without keys and with too few rights",
    async (path) => {
      expect(await answerTo(["GET", path, "", 401], {})).toEqual([401, undefined]);
      const publicKey = { authorization: "Bearer pk-svc-local" };
      expect(await answerTo(["GET", path, "", 403], publicKey)).toEqual([403, undefined]);
    },
  );

  test("a rejected trace export", async () => {
    const response = await fetch(server.url + OTLP_TRACES_PATH, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${TRACE_ID}","attributes":{}}]}]}]}`,
    });
    expect(response.status).toBe(400);
    expect(answerProblem("POST", OTLP_TRACES_PATH, 400, await response.json())).toBeUndefined();
  });
});
