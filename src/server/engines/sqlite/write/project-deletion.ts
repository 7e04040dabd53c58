import type { Statement, StatementResult } from "../../../storage/records.ts";
import { nameSql, sql } from "../../../storage/sql.ts";

type Execute = (statements: Statement[]) => Promise<StatementResult[]>;

/** Rows of one step, which blocks other writers for some milliseconds. */
const CHUNK = 500;

const TABLES = ["observations", "scores"] as const;

/** Returns true when a project has observations or scores. */
export async function hasProjectData(execute: Execute, projectId: string): Promise<boolean> {
  const found = await execute(
    TABLES.map((table) => sql`SELECT 1 FROM ${nameSql(table)} WHERE projectId = ${projectId} LIMIT 1`),
  );
  return found.some(({ rows }) => rows.length > 0);
}

/** Removes the observations and scores of a project, one chunk in each transaction. */
export async function deleteProjectData(execute: Execute, projectId: string): Promise<void> {
  for (const name of TABLES) {
    const table = nameSql(name);
    for (let removed = CHUNK; removed === CHUNK;) {
      const [result] = await execute([
        sql`DELETE FROM ${table} WHERE seq IN (SELECT seq FROM ${table} WHERE projectId = ${projectId} LIMIT ${CHUNK})`,
      ]);
      removed = result?.changes ?? 0;
    }
  }
}
