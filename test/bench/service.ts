import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { LOCAL_KEYS, OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";
import type { BareOrder, BareResult } from "./bare-insert.ts";
import { runChild } from "./child.ts";
import { BATCH, createExport, LONG_TRACE, LONG_TRACE_ID, RARE_CUSTOMER, RARE_WORD } from "./service-exports.ts";
import { exportsBesideReads } from "./service-load.ts";
import { median, medianRatio } from "./statistics.ts";
import { figure, type Table } from "./table.ts";

const CLI = join(import.meta.dirname, "../../src/server/dist/cli.mjs");
const ROUNDS = 10;
const BATCHES_PER_ROUND = 40;
const CONNECTIONS = 8;
const WARM_UP_BATCHES = 8;
const QUERY_RUNS = 25;

const HEADERS = { authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey) };

/**
 * Measures ingestion over HTTP beside a bare insert of the same rows, then reads of the stored data, and exports beside reads.
 * Takes three minutes.
 */
export async function benchService(): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-service-"));
  const service = await startService(join(directory, "service"));
  try {
    const tables = [
      await ingestion(service.url, directory),
      await queries(service.url),
      await exportsBesideReads(service.url),
    ];
    return tables;
  } finally {
    service.process.kill();
    await once(service.process, "exit");
    rmSync(directory, { recursive: true });
  }
}

interface RunningService {
  url: string;
  process: ChildProcess;
}

async function startService(data: string): Promise<RunningService> {
  const parameters = [CLI, "--data", data, "--port", "0", "--keep-days", "0", "--max-size", "0"];
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const url = /^svc-server listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, process: child };
  }
  throw new Error("the service did not start");
}

async function ingestion(url: string, directory: string): Promise<Table> {
  let batch = 0;
  const nextBodies = (count: number): Uint8Array<ArrayBuffer>[] =>
    Array.from({ length: count }, () => createExport(batch++));
  await ingest(url, nextBodies(WARM_UP_BATCHES));
  const source = join(directory, "service/observations.sqlite");
  const target = join(directory, "bare.sqlite");
  const bare = async (from: number, count: number): Promise<number> =>
    (await runChild<BareResult>("bare-insert.ts", { source, target, from, count } satisfies BareOrder)).perSpan;
  await bare(0, WARM_UP_BATCHES * BATCH);

  const [over, plain]: [number[], number[]] = [[], []];
  const spans = BATCHES_PER_ROUND * BATCH;
  for (let round = 0; round < ROUNDS; round += 1) {
    const stored = batch * BATCH;
    const bodies = nextBodies(BATCHES_PER_ROUND);
    over.push((await ingest(url, bodies)) / spans);
    plain.push(await bare(stored, spans));
  }
  const row = (name: string, perSpan: number[], ratio: string): string[] => [
    name,
    figure(median(perSpan)),
    figure(1e6 / median(perSpan), 0),
    ratio,
  ];
  const speed = medianRatio(plain, over);
  return {
    title: `Ingestion: gzip protobuf over HTTP in batches of ${BATCH}, ${figure((ROUNDS * spans) / 1e3, 0)} thousand spans of about 1.5 KB`,
    head: ["contender", "µs/span", "spans/s", "× bare"],
    rows: [row("bare node:sqlite loop", plain, "1.00"), row("svc-server", over, figure(speed, 2))],
    notes: [
      `Medians of ${ROUNDS} interleaved rounds of ${figure(spans, 0)} spans over ${CONNECTIONS} connections. The bare loop inserts the rows`,
      "that the service made of these spans into the same tables and indexes, the full-text index too, in transactions of",
      `${BATCH}, with nothing to receive, decompress, decode or map.`,
    ],
  };
}

/** Returns the microseconds until every body is answered; an answered body is stored. */
async function ingest(url: string, bodies: Uint8Array<ArrayBuffer>[]): Promise<number> {
  const waiting = [...bodies];
  const started = performance.now();
  const send = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const response = await fetch(url + OTLP_TRACES_PATH, {
        method: "POST",
        headers: { ...HEADERS, "content-type": "application/x-protobuf", "content-encoding": "gzip" },
        body,
      });
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return (performance.now() - started) * 1e3;
}

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

const QUERIES: ReadonlyArray<[name: string, path: string, query: Record<string, string>]> = [
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

async function queries(url: string): Promise<Table> {
  const rows: string[][] = [];
  for (const [name, path, query] of QUERIES) {
    const times: number[] = [];
    let found = 0;
    for (let run = 0; run < QUERY_RUNS; run += 1) {
      const started = performance.now();
      const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers: HEADERS });
      const body = (await response.json()) as { data: unknown[] };
      times.push(performance.now() - started);
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`);
      found = body.data.length;
    }
    rows.push([name, figure(found, 0), figure(median(times)), figure(times.toSorted((a, b) => b - a)[1]!)]);
  }
  return {
    title: `Reads over HTTP, ${figure(((ROUNDS * BATCHES_PER_ROUND + WARM_UP_BATCHES) * BATCH) / 1e3, 0)} thousand spans stored`,
    head: ["read", "rows", "median ms", "second slowest ms"],
    rows,
    notes: [`${QUERY_RUNS} runs each, one after the other; the time is that of the client, with the answer parsed.`],
  };
}
