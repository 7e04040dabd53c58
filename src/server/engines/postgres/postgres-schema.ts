import type { PostgresClient } from "./postgres-package.ts";
import { POSTGRES_MIGRATIONS } from "./migrations/index.ts";
import { postgresText } from "./postgres-text.ts";

/** Schema of the service's tables and functions. Other programs can use the same database. */
export const SCHEMA = "svc";

/** Advisory lock that one starting process holds while it changes the tables. */
const MIGRATION_LOCK = 7_830_001;

/** Oldest major version of PostgreSQL that the statements work on. */
const OLDEST_VERSION = 14;

/**
 * Brings the tables to the current schema. Of several processes that start at the same time, one does it and the others wait.
 * Throws for a database that cannot be used, and for one that a newer version of the service changed.
 */
export async function migratePostgres(client: PostgresClient): Promise<void> {
  await checkServer(client);
  await client.query("BEGIN");
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const version = await schemaVersion(client);
    const missing = POSTGRES_MIGRATIONS.slice(version);
    if (version > POSTGRES_MIGRATIONS.length) {
      throw new Error(
        `a newer version of this service changed the tables (schema ${version}, this one reads up to ` +
          `${POSTGRES_MIGRATIONS.length}). Start that version`,
      );
    }
    if (version === 0) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
      await client.query(`CREATE TABLE ${SCHEMA}.schema_version (version bigint NOT NULL)`);
      await client.query(`INSERT INTO ${SCHEMA}.schema_version VALUES (0)`);
    }
    for (const migration of missing) await client.query(postgresText(migration));
    if (missing.length > 0) await client.query(`UPDATE schema_version SET version = ${POSTGRES_MIGRATIONS.length}`);
    await client.query("COMMIT");
  } catch (error) {
    // The error that is thrown says more than one of a connection that is gone as well.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function checkServer(client: PostgresClient): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::bigint AS version, current_setting('server_encoding') AS encoding",
  );
  const major = Math.floor(Number(rows[0]?.["version"]) / 10_000);
  if (major < OLDEST_VERSION) {
    throw new Error(`this is PostgreSQL ${major}: version ${OLDEST_VERSION} or a later one is needed`);
  }
  const encoding = String(rows[0]?.["encoding"]);
  if (encoding !== "UTF8") {
    throw new Error(`its encoding is ${encoding}: create the database with the encoding UTF8`);
  }
}

async function schemaVersion(client: PostgresClient): Promise<number> {
  const { rows } = await client.query(`SELECT to_regclass('${SCHEMA}.schema_version') IS NULL AS "isNew"`);
  if (rows[0]?.["isNew"] === "t") return 0;
  const read = await client.query(`SELECT version FROM ${SCHEMA}.schema_version`);
  return Number(read.rows[0]?.["version"]);
}
