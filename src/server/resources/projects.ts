import { isObject, parseContent } from "../http/json.ts";
import { type Records, type Statement, mustChange } from "../storage/records.ts";
import { nameSql, sql } from "../storage/sql.ts";

/** Project: data that is read and written with the same keys. Times are milliseconds since 1970. */
export interface Project {
  id: string;
  name: string;
  metadata: Record<string, unknown>;
  /** Days for which observations of the project are kept, 0 for ever; null when the limit of the service applies. */
  retentionDays: number | null;
  createdAt: number;
  updatedAt: number;
}

/** Row of `projects`. The metadata is JSON text. */
type ProjectRow = Omit<Project, "metadata"> & { metadata: string };

const COLUMNS = sql<ProjectRow>`id, name, metadata, retentionDays, createdAt, updatedAt`;

/** Returns the project with this id; undefined when there is none. */
export async function findProject(records: Records, id: string): Promise<Project | undefined> {
  const row = await records.get(sql<ProjectRow>`SELECT ${COLUMNS} FROM projects WHERE id = ${id}`);
  return row && asProject(row);
}

/** Returns the project with this name; undefined when there is none. */
export async function findProjectByName(records: Records, name: string): Promise<Project | undefined> {
  const row = await records.get(sql<ProjectRow>`SELECT ${COLUMNS} FROM projects WHERE name = ${name}`);
  return row && asProject(row);
}

/** Lists every project, oldest first. */
export async function listProjects(records: Records): Promise<Project[]> {
  const rows = await records.all(sql<ProjectRow>`SELECT ${COLUMNS} FROM projects ORDER BY createdAt, id`);
  return rows.map(asProject);
}

/** Builds the statement that stores a project. The name of another project is a `WriteConflict` of the write. */
export function insertProject({ id, name, metadata, retentionDays, createdAt, updatedAt }: Project): Statement {
  return sql`INSERT INTO projects (${COLUMNS}) VALUES
    (${id}, ${name}, ${JSON.stringify(metadata)}, ${retentionDays}, ${createdAt}, ${updatedAt})`;
}

/**
 * Builds the statement that changes the given fields of a project. The name of another project is a `WriteConflict` of the
 * write.
 */
export function updateProject(
  id: string,
  change: { [Field in "name" | "metadata" | "retentionDays"]: Project[Field] | undefined },
  now: number,
): Statement {
  const { name = null, metadata, retentionDays = null } = change;
  const metadataText = metadata === undefined ? null : JSON.stringify(metadata);
  return sql`UPDATE projects SET name = coalesce(${name}, name), metadata = coalesce(${metadataText}, metadata),
    retentionDays = coalesce(${retentionDays}, retentionDays), updatedAt = ${now} WHERE id = ${id}`;
}

/** Builds a statement that undoes its write when there is no such project, and keeps the project until the write is done. */
export function projectPresence(id: string): Statement {
  return mustChange(sql`UPDATE projects SET updatedAt = updatedAt WHERE id = ${id}`);
}

/** Tables that hold documents of projects. */
const TABLES_OF_PROJECTS = [
  "models",
  "comments",
  "documents",
  "prompts",
  "prompt_versions",
  "prompt_numbers",
  "prompt_labels",
  "prompt_references",
  "media",
  "media_places",
  "media_holders",
  "datasets",
  "dataset_items",
  "api_keys",
];

/**
 * Builds the statements that remove a project and all its documents. Its observations and scores are removed apart. The project goes
 * first: a write with {@link projectPresence} then either is done before, or fails.
 */
export function deleteProjectStatements(id: string): Statement[] {
  return [
    sql`DELETE FROM projects WHERE id = ${id}`,
    ...TABLES_OF_PROJECTS.map((table) => sql`DELETE FROM ${nameSql(table)} WHERE projectId = ${id}`),
  ];
}

function asProject(row: ProjectRow): Project {
  const metadata = parseContent(row.metadata);
  return { ...row, metadata: isObject(metadata) ? metadata : {} };
}
