import { isObject, parseJson } from "../json.ts";
import type { Records, Row, Statement } from "../records.ts";

/** A project: what belongs together and is seen with the same keys. Times are milliseconds since 1970. */
export interface Project {
  id: string;
  name: string;
  metadata: Record<string, unknown>;
  /** Days for which its observations are kept, 0 for ever; null where the service's own limit holds. */
  retentionDays: number | null;
  createdAt: number;
  updatedAt: number;
}

const COLUMNS = "id, name, metadata, retentionDays, createdAt, updatedAt";

/** The project with this id. */
export function findProject(records: Records, id: string): Project | undefined {
  const row = records.get(`SELECT ${COLUMNS} FROM projects WHERE id = ?`, id);
  return row && asProject(row);
}

/** Stores a project; the name of another is a `WriteConflict` of the write. */
export function insertProject({ id, name, metadata, retentionDays, createdAt, updatedAt }: Project): Statement {
  return {
    sql: `INSERT INTO projects (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
    values: [id, name, JSON.stringify(metadata), retentionDays, createdAt, updatedAt],
  };
}

function asProject(row: Row): Project {
  const metadata = parseJson(String(row["metadata"]));
  return { ...(row as unknown as Project), metadata: isObject(metadata) ? metadata : {} };
}
