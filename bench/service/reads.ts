import { formatNumber } from "../table.ts";
import { LONG_TRACE, LONG_TRACE_ID, RARE_CUSTOMER, RARE_WORD } from "./export-bodies.ts";
import { AUTHORIZED } from "./running-service.ts";

/** Returns the filter of the API for one condition. */
const filter = (condition: object): string => JSON.stringify([condition]);

/** Returns the filter of inputs by text. */
export const text = (operator: string, value: string): string =>
  filter({ type: "string", column: "input", operator, value });

/** Returns the filter of one key of the metadata. */
export const metadata = (key: string, operator: string, value: string): string =>
  filter({ type: "stringObject", column: "metadata", key, operator, value });

/** Returns the filter of tags. */
export const tags = (operator: string, ...value: string[]): string =>
  filter({ type: "arrayOptions", column: "tags", operator, value });

/** Returns a query of metrics over all that is stored. */
export const metrics = (query: object): string =>
  JSON.stringify({
    view: "observations",
    fromTimestamp: "2026-01-01T00:00:00Z",
    toTimestamp: "2027-01-01T00:00:00Z",
    ...query,
  });

export const OBSERVATIONS = "/api/public/v2/observations";
export const METRICS = "/api/public/v2/metrics";

/** Read of stored spans. */
export interface Read {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** True when all pages are read, one after the other. */
  readonly isWhole?: boolean;
}

/** Reads of a small store and of a large one, by their names. */
export const COMMON_READS = {
  "newest 50 roots": { path: OBSERVATIONS, query: { isRootObservation: "true", limit: "50" } },
  "text that 1 in 20,000 has": { path: OBSERVATIONS, query: { filter: text("matches", RARE_WORD) } },
  "text that nearly all have": { path: OBSERVATIONS, query: { filter: text("matches", "Answer in one paragraph") } },
  "text that none has": { path: OBSERVATIONS, query: { filter: text("matches", "nowhere to be found") } },
  "p95 of latency by hour": {
    path: METRICS,
    query: {
      query: metrics({ metrics: [{ measure: "latency", aggregation: "p95" }], timeDimension: { granularity: "hour" } }),
    },
  },
} satisfies Readonly<Record<string, Read>>;

/** Reads of the stored spans, by their names. */
export const READS: Readonly<Record<string, Read>> = {
  ...COMMON_READS,
  [`one trace of ${formatNumber(LONG_TRACE, 0)} with input, output and metadata`]: {
    path: OBSERVATIONS,
    query: { traceId: LONG_TRACE_ID, limit: "1000", fields: "core,basic,time,io,metadata,model,usage,metrics" },
  },
  "metadata that 1 in 20,000 has": { path: OBSERVATIONS, query: { filter: metadata("customer", "=", RARE_CUSTOMER) } },
  "metadata that all have": { path: OBSERVATIONS, query: { filter: metadata("plan", "=", "enterprise") } },
  "metadata that none has": { path: OBSERVATIONS, query: { filter: metadata("plan", "=", "free") } },
  "tokens and cost by model": {
    path: METRICS,
    query: {
      query: metrics({
        dimensions: [{ field: "providedModelName" }],
        metrics: [
          { measure: "totalTokens", aggregation: "sum" },
          { measure: "totalCost", aggregation: "sum" },
        ],
      }),
    },
  },
};

/** Answered read: its duration in milliseconds with the answer parsed, and the number of rows. */
export interface Answered {
  readonly ms: number;
  readonly rows: number;
}

/** Reads once from a service. */
export async function read(url: string, { path, query, isWhole = false }: Read): Promise<Answered> {
  const started = performance.now();
  let rows = 0;
  let cursor: string | undefined;
  do {
    const page = await answerOf(url, path, { ...query, ...(cursor !== undefined && { cursor }) });
    rows += page.data.length;
    cursor = isWhole ? page.meta?.cursor : undefined;
  } while (cursor !== undefined);
  return { ms: performance.now() - started, rows };
}

interface Answer {
  readonly data: ReadonlyArray<Record<string, unknown>>;
  readonly meta?: { readonly cursor?: string };
}

/** Returns the answer to a read. Throws an error when the service refuses it. */
export async function answerOf(url: string, path: string, query: Readonly<Record<string, string>>): Promise<Answer> {
  const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers: AUTHORIZED });
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
  return body as Answer;
}
