import { createRequire } from "node:module";
import { OTLP_TRACES_PATH, SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AUTHORIZATION, TRACE_ID, send } from "../support/server-otlp.ts";

type Paths = Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;

const document = createRequire(import.meta.url)("@svc/core/openapi.json") as { paths: Paths };
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateFormats: false });
ajv.addSchema(document, "api");

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
  ["get", "/api/public/health", "", 200],
  ["get", "/api/public/projects", "", 200],
  ["get", "/api/public/v2/observations", ALL_GROUPS, 200],
  ["get", "/api/public/v2/observations", "limit=1", 200],
  ["get", "/api/public/v2/observations", "limit=1001", 400],
  ["get", "/api/public/v2/observations", "filter=x", 400],
  ["get", "/api/public/experiments", `${SINCE}&fields=core,metadata,scores`, 200],
  ["get", "/api/public/experiments", "", 400],
  ["get", "/api/public/experiment-items", `${SINCE}&${ITEM_GROUPS}`, 200],
  ["get", "/api/public/experiment-items", `${SINCE}&fields=x`, 400],
  ["get", "/api/public/v2/metrics", `query=${encodeURIComponent(METRICS)}`, 200],
  ["get", "/api/public/v2/metrics", "", 400],
  ["get", "/api/public/models", "", 200],
  ["delete", "/api/public/traces", "", 400, { traceIds: [] }],
  ["delete", "/api/public/traces", "", 200, { traceIds: ["none"] }],
];

/** Where the schema of an answer stands in the document. */
function schemaOf(path: string, method: string, status: number): string {
  const response = document.paths[path]?.[method]?.responses[String(status)];
  const place = response?.$ref ?? `#/paths/${path.replaceAll("/", "~1")}/${method}/responses/${status}`;
  return `api${place}/content/application~1json/schema`;
}

/** The status of an answer, and what is wrong with its body. */
async function answerTo([method, path, query, , body]: Case, headers: Record<string, string>): Promise<unknown[]> {
  const response = await fetch(`${server.url}${path}?${query}`, {
    method: method.toUpperCase(),
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const validate = ajv.getSchema(schemaOf(path, method, response.status));
  const isRight = validate?.(await response.json());
  return [response.status, isRight, validate?.errors];
}

describe("answers are as the API document says", () => {
  test.each(CASES)("%s %s?%s: %i", async (...asked) => {
    expect(await answerTo(asked, { authorization: AUTHORIZATION })).toEqual([asked[3], true, null]);
    expect(
      (await fetch(server.url + asked[1], { method: "PATCH", headers: { authorization: AUTHORIZATION } })).status,
    ).toBe(405);
  });

  test.each(["/api/public/projects", "/api/public/v2/observations", "/api/public/models"])(
    "%s without and with too little",
    async (path) => {
      expect(await answerTo(["get", path, "", 401], {})).toEqual([401, true, null]);
      const publicKey = { authorization: "Bearer pk-svc-local" };
      expect(await answerTo(["get", path, "", 403], publicKey)).toEqual([403, true, null]);
    },
  );

  test("a trace export that is refused", async () => {
    const response = await fetch(server.url + OTLP_TRACES_PATH, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${TRACE_ID}"}]}]}]}`,
    });
    const validate = ajv.getSchema(schemaOf(OTLP_TRACES_PATH, "post", 400));
    const answer: unknown = await response.json();
    expect([response.status, validate?.(answer), validate?.errors]).toEqual([400, true, null]);
  });
});
