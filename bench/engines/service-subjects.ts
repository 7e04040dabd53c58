import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { installed } from "../../test/support/application/installation.ts";
import { startClickHouse } from "../../test/support/storage/clickhouse-server.ts";
import { postgresPrograms, startPostgres } from "../../test/support/storage/postgres-server.ts";
import { metrics, METRICS, OBSERVATIONS, read, type Read } from "../service/reads.ts";
import { type RunningService, startService } from "../service/running-service.ts";
import { PROGRAM } from "../service/service.ts";
import { bytesOf } from "./folder-size.ts";
import { ON_CLICKHOUSE, ON_SQLITE, type ReadName, type ReadScope, type Subject } from "./subject.ts";

const CONTENT = "core,basic,time,io,metadata,model,usage,metrics";

const READS: Readonly<Record<ReadName, (scope: ReadScope) => Read>> = {
  "newest 50 root spans with their content": () => ({
    path: OBSERVATIONS,
    query: { isRootObservation: "true", limit: "50", fields: CONTENT },
  }),
  "one trace of 16 spans by its id": ({ traceId }) => ({ path: OBSERVATIONS, query: { traceId, fields: CONTENT } }),
  "tokens by day and model": ({ from, to }) => ({
    path: METRICS,
    query: {
      query: metrics({
        fromTimestamp: from,
        toTimestamp: to,
        dimensions: [{ field: "providedModelName" }],
        metrics: [{ measure: "totalTokens", aggregation: "sum" }],
        timeDimension: { granularity: "day" },
      }),
    },
  }),
};

/** Returns the parts of a subject that are the same on every engine. */
function common({ url, pid }: RunningService): Pick<Subject, "address" | "service" | "read"> {
  return {
    address: url + OTLP_TRACES_PATH,
    service: pid,
    read: async (name, scope) => (await read(url, READS[name](scope))).rows,
  };
}

/** Starts the service on SQLite, with its data in a folder. */
export async function serviceOnSqlite(data: string): Promise<Subject> {
  const service = await startService(PROGRAM, data);
  return {
    ...common(service),
    name: ON_SQLITE,
    engine: [],
    async bytesOnDisk() {
      checkpoint(join(data, "observations.sqlite"));
      return bytesOf(data);
    },
    close: async () => service.stop(),
  };
}

/** Moves the write-ahead log of a SQLite file into the file. */
function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 10000; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Starts the service on ClickHouse's engine and on PostgreSQL. */
export async function serviceOnClickHouse(data: string): Promise<Subject | { missing: string }> {
  const found = await postgresPrograms();
  if ("missing" in found) return found;
  const cwd = await installed("clickhouse");
  const [store, documents] = await Promise.all([startClickHouse(cwd), startPostgres(found.programs)]);
  const env = { SVC_STORE_URL: store.url, SVC_DOCUMENTS_URL: documents.url };
  const closeEngines = async (): Promise<void> => {
    await Promise.all([store.close(), documents.close()]);
  };
  const service = await startService(PROGRAM, data, { env, cwd }).catch(async (error: unknown) => {
    await closeEngines();
    throw error;
  });
  return {
    ...common(service),
    name: ON_CLICKHOUSE,
    engine: [store.pid, documents.pid],
    async bytesOnDisk() {
      const tables = ["observations", "observation_traces"];
      for (const table of tables) await store.query(`OPTIMIZE TABLE ${table} FINAL`);
      // The files of parts that were merged stay in the folder for some minutes.
      const [sum] = await store.query(
        "SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase() FORMAT JSONEachRow",
      );
      return Number(sum?.["bytes"]);
    },
    async close() {
      await service.stop();
      await closeEngines();
    },
  };
}
