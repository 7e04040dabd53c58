import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ClickHouseServer } from "./clickhouse-server.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** Places in which a service keeps its data. */
export interface Places {
  dataDirectory: string;
  clickHouse?: ClickHouseServer;
  postgres?: PostgresServer;
}

/** Returns the number of rows of a project in each table of each database, and of its files; nothing for those without any. */
export async function rowsOfProject(places: Places, projectId: string): Promise<Record<string, number>> {
  const { dataDirectory, clickHouse, postgres } = places;
  const counts: Array<[place: string, count: number]> = inFile(join(dataDirectory, "observations.sqlite"), projectId);
  for (const table of clickHouse === undefined ? [] : ["observations", "observation_traces", "scores"]) {
    const [row] = await clickHouse!.query(
      `SELECT count() AS count FROM ${table} WHERE projectId = '${projectId}' FORMAT JSONEachRow`,
    );
    counts.push([`ClickHouse ${table}`, Number(row?.["count"])]);
  }
  if (postgres !== undefined) counts.push(...inPostgres(postgres, projectId));
  const folder = join(dataDirectory, "media", projectId);
  counts.push(["files", existsSync(folder) ? readdirSync(folder).length : 0]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Stores a score of a project past the service, as one is left by a process that crashed. */
export async function leaveScore({ dataDirectory, clickHouse }: Places, projectId: string): Promise<void> {
  const now = Date.now();
  const values = `('${projectId}', 'left', 'n', 'NUMERIC', 'API', ${now}, 'default', ${now}, ${now}`;
  const columns = "projectId, id, name, dataType, source, timestamp, environment, createdAt, updatedAt";
  if (clickHouse !== undefined) {
    await clickHouse.query(`INSERT INTO scores (${columns}, rowVersion) VALUES ${values}, 1)`);
    return;
  }
  const database = new DatabaseSync(join(dataDirectory, "observations.sqlite"));
  database.exec(`INSERT INTO scores (${columns}, metadata) VALUES ${values}, '{}')`);
  database.close();
}

function inFile(file: string, projectId: string): Array<[string, number]> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare(
        `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
        WHERE m.type = 'table' AND c.name = 'projectId'`,
      )
      .all()
      .map(({ name }) => String(name));
    return tables.map((table) => {
      const row = database.prepare(`SELECT count(*) AS count FROM ${table} WHERE projectId = ?`).get(projectId);
      return [table, Number(row?.["count"])];
    });
  } finally {
    database.close();
  }
}

function inPostgres(postgres: PostgresServer, projectId: string): Array<[string, number]> {
  const tables = postgres.query(`SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'svc' AND c.column_name = 'projectId' AND t.table_type = 'BASE TABLE'`);
  return tables.split("\n").map((table) => {
    const count = postgres.query(`SELECT count(*) FROM svc.${table} WHERE "projectId" = '${projectId}'`);
    return [`PostgreSQL ${table}`, Number(count)];
  });
}
