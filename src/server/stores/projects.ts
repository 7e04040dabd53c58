import { isObject, parseJson } from "../http/json.ts";
import type { Records, Row, Statement } from "../storage/records.ts";

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

/** Every project, oldest first. */
export function listProjects(records: Records): Project[] {
  return records.all(`SELECT ${COLUMNS} FROM projects ORDER BY createdAt, id`).map(asProject);
}

/** Stores a project; the name of another is a `WriteConflict` of the write. */
export function insertProject({ id, name, metadata, retentionDays, createdAt, updatedAt }: Project): Statement {
  return {
    sql: `INSERT INTO projects (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
    values: [id, name, JSON.stringify(metadata), retentionDays, createdAt, updatedAt],
  };
}

/** Changes the given fields of a project; the name of another is a `WriteConflict` of the write. */
export function updateProject(
  id: string,
  change: { [Field in "name" | "metadata" | "retentionDays"]: Project[Field] | undefined },
  now: number,
): Statement {
  return {
    sql: `UPDATE projects SET name = coalesce(?, name), metadata = coalesce(?, metadata),
      retentionDays = coalesce(?, retentionDays), updatedAt = ? WHERE id = ?`,
    values: [
      change.name ?? null,
      change.metadata === undefined ? null : JSON.stringify(change.metadata),
      change.retentionDays ?? null,
      now,
      id,
    ],
  };
}

/** Every table with something of a project in it. */
const TABLES_OF_PROJECTS = [
  "observations",
  "observation_experiments",
  "models",
  "scores",
  "comments",
  "documents",
  "prompts",
  "prompt_versions",
  "prompt_labels",
  "prompt_references",
  "media",
  "media_places",
  "datasets",
  "dataset_items",
  "api_keys",
];

/** What removes a project and everything in it. */
export function deleteProjectStatements(id: string): Statement[] {
  return [
    ...TABLES_OF_PROJECTS.map((table) => ({ sql: `DELETE FROM ${table} WHERE projectId = ?`, values: [id] })),
    { sql: "DELETE FROM projects WHERE id = ?", values: [id] },
  ];
}

function asProject(row: Row): Project {
  const metadata = parseJson(String(row["metadata"]));
  return { ...(row as unknown as Project), metadata: isObject(metadata) ? metadata : {} };
}
