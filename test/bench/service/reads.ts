import { figure } from "../table.ts";
import { LONG_TRACE, LONG_TRACE_ID, RARE_CUSTOMER, RARE_WORD } from "./export-bodies.ts";
import { AUTHORIZED } from "./running-service.ts";

const text = (operator: string, value: string): string =>
  JSON.stringify([{ type: "string", column: "input", operator, value }]);
const metadata = (key: string, value: string): string =>
  JSON.stringify([{ type: "stringObject", column: "metadata", key, operator: "=", value }]);
const metrics = (query: object): string =>
  JSON.stringify({
    view: "observations",
    fromTimestamp: "2026-01-01T00:00:00Z",
    toTimestamp: "2027-01-01T00:00:00Z",
    ...query,
  });

const OBSERVATIONS = "/api/public/v2/observations";
const METRICS = "/api/public/v2/metrics";

/** Reads of the stored spans: name, path and query. */
export const READS: ReadonlyArray<readonly [name: string, path: string, query: Record<string, string>]> = [
  ["newest 50 roots", OBSERVATIONS, { isRootObservation: "true", limit: "50" }],
  [
    `one trace of ${figure(LONG_TRACE, 0)} with input, output and metadata`,
    OBSERVATIONS,
    { traceId: LONG_TRACE_ID, limit: "1000", fields: "core,basic,time,io,metadata,model,usage,metrics" },
  ],
  ["metadata that 1 in 20,000 has", OBSERVATIONS, { filter: metadata("customer", RARE_CUSTOMER) }],
  ["metadata that all have", OBSERVATIONS, { filter: metadata("plan", "enterprise") }],
  ["metadata that none has", OBSERVATIONS, { filter: metadata("plan", "free") }],
  ["text that 1 in 20,000 has", OBSERVATIONS, { filter: text("matches", RARE_WORD) }],
  ["text that nearly all have", OBSERVATIONS, { filter: text("matches", "Answer in one paragraph") }],
  ["text that none has", OBSERVATIONS, { filter: text("matches", "nowhere to be found") }],
  [
    "tokens and cost by model",
    METRICS,
    {
      query: metrics({
        dimensions: [{ field: "providedModelName" }],
        metrics: [
          { measure: "totalTokens", aggregation: "sum" },
          { measure: "totalCost", aggregation: "sum" },
        ],
      }),
    },
  ],
  [
    "p95 of latency by hour",
    METRICS,
    {
      query: metrics({ metrics: [{ measure: "latency", aggregation: "p95" }], timeDimension: { granularity: "hour" } }),
    },
  ],
];

/** Answered read: its duration in milliseconds with the answer parsed, and the number of rows. */
export interface Answered {
  readonly ms: number;
  readonly rows: number;
}

/** Reads once from a service. */
export async function read(url: string, [name, path, query]: (typeof READS)[number]): Promise<Answered> {
  const started = performance.now();
  const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers: AUTHORIZED });
  const body = (await response.json()) as { data: unknown[] };
  const ms = performance.now() - started;
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
  return { ms, rows: body.data.length };
}
