import type { ClickHouseDatabase } from "./clickhouse-database.ts";
import { integerSql, sql, textSql } from "../../../storage/sql.ts";
import { TABLE_VERSIONS, VERSIONS_TABLE } from "./clickhouse-tables.ts";

/**
 * Brings the tables of a database to the version of this service. Several processes may do so at the same time. Throws for tables
 * of a newer service, which this one would fill with rows that the newer one cannot read.
 */
export async function prepareTables(database: ClickHouseDatabase): Promise<void> {
  await database.run(textSql(VERSIONS_TABLE));
  const found = await database.get(sql<{ version: number }>`SELECT max(version) AS version FROM table_versions`);
  const current = found?.version ?? 0;
  if (current > TABLE_VERSIONS.length) {
    throw new Error(
      `its tables are of version ${current}, and this service knows them up to ${TABLE_VERSIONS.length}: update the service`,
    );
  }
  for (const [index, statements] of TABLE_VERSIONS.entries()) {
    if (index < current) continue;
    for (const statement of statements) await database.run(textSql(statement));
    await database.run(sql`INSERT INTO table_versions (version) VALUES (${integerSql(index + 1)})`);
  }
}
