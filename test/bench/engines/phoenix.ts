import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../support/http/free-port.ts";
import { bytesOf } from "./folder-size.ts";
import { installedPhoenix, PHOENIX_VERSION } from "./phoenix-installation.ts";
import { checkpoint } from "./service-subjects.ts";
import type { Missing, ReadName, ReadScope, Subject } from "./subject.ts";

export const PHOENIX = `Phoenix ${PHOENIX_VERSION}`;

/** Longest time until Phoenix answers, and until it has stored what it took, in milliseconds. */
const LONGEST = 300_000;

/** Time between two looks, in milliseconds. */
const PAUSE = 20;

/** Id of the project that takes what names none. */
const PROJECT = Buffer.from("Project:1").toString("base64");

const TOKENS = `query ($range: TimeRange!, $project: ID!) {
  getProjectByName(name: "default") {
    traceTokenCountTimeSeries(timeRange: $range, timeBinConfig: { scale: DAY, utcOffsetMinutes: 0 }) {
      data { timestamp totalTokenCount }
    }
    topModelsByTokenCount(timeRange: $range) { name costSummary(projectId: $project, timeRange: $range) { total { tokens } } }
  }
}`;

/** Starts Phoenix on SQLite, its default, with its data in a folder. */
export async function phoenix(data: string): Promise<Subject | Missing> {
  const found = await installedPhoenix();
  if ("missing" in found) return { name: PHOENIX, missing: found.missing };
  const [port, grpcPort] = [await freePort(), await freePort()];
  const child = spawn(found.program, ["serve"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: environment(data, port, grpcPort),
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`Phoenix ended with ${child.exitCode}.`);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const file = join(data, "phoenix.db");
  const database = new DatabaseSync(file, { readOnly: true });
  const newest = database.prepare("SELECT max(id) AS id FROM spans");
  return {
    name: PHOENIX,
    address: `${url}/v1/traces`,
    service: child.pid!,
    engine: [],
    // Phoenix answers before it stores. Its rows have consecutive numbers, so that a look costs it nothing.
    hasStored: async (spans) => until(async () => Number(newest.get()?.["id"] ?? 0) >= spans),
    read: async (name, scope) => READS[name](url, scope),
    async bytesOnDisk() {
      checkpoint(file);
      return bytesOf(data);
    },
    async close() {
      database.close();
      child.kill();
      await once(child, "exit");
    },
  };
}

function environment(data: string, port: number, grpcPort: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PHOENIX_HOST: "127.0.0.1",
    PHOENIX_PORT: String(port),
    PHOENIX_GRPC_PORT: String(grpcPort),
    PHOENIX_WORKING_DIR: data,
    PHOENIX_TELEMETRY_ENABLED: "false",
    PHOENIX_ALLOW_EXTERNAL_RESOURCES: "false",
    PHOENIX_DISABLE_AGENT_ASSISTANT: "true",
    PHOENIX_LOGGING_LEVEL: "error",
    PYTHONWARNINGS: "ignore",
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > LONGEST) throw new Error(`Phoenix was not ready after ${LONGEST} ms.`);
    await delay(PAUSE);
  }
}

const READS: Readonly<Record<ReadName, (url: string, scope: ReadScope) => Promise<number>>> = {
  "newest 50 root spans with their content": async (url) =>
    spans(url, { parent_id: "null", sort: "start_time", order: "desc", limit: "50" }),
  "one trace of 16 spans by its id": async (url, { traceId }) => spans(url, { trace_id: traceId }),
  "tokens by day and model": tokens,
};

async function spans(url: string, query: Readonly<Record<string, string>>): Promise<number> {
  const response = await fetch(`${url}/v1/projects/default/spans?${new URLSearchParams(query).toString()}`);
  const { data } = (await response.json()) as { data: unknown[] };
  return data.length;
}

async function tokens(url: string, { from, to }: ReadScope): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: TOKENS, variables: { range: { start: from, end: to }, project: PROJECT } }),
  });
  const { data, errors } = (await response.json()) as { data: Totals; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  const { traceTokenCountTimeSeries, topModelsByTokenCount } = data.getProjectByName;
  return traceTokenCountTimeSeries.data.length + topModelsByTokenCount.length;
}

/** Answer to the query of tokens. */
interface Totals {
  readonly getProjectByName: {
    readonly traceTokenCountTimeSeries: { readonly data: unknown[] };
    readonly topModelsByTokenCount: unknown[];
  };
}
