import { parseExactJson } from "@svc/core/internal";
import { randomUUID } from "node:crypto";
import type { CreateDatasetRequest } from "@svc/core/api";
import { jsonTextOrNull } from "../http/json.ts";
import type { ListPart, Listed, Records, Statement } from "../storage/records.ts";
import { columnsSql, joinSql, nameSql, sql, valuesSql } from "../storage/sql.ts";

/** Collection of inputs and expected outputs. Times are milliseconds since 1970. */
export interface Dataset {
  id: string;
  name: string;
  description: string | null;
  metadata: unknown;
  /** JSON Schema that every input must match; null when there is none. */
  inputSchema: unknown;
  /** JSON Schema that every expected output must match; null when there is none. */
  expectedOutputSchema: unknown;
  createdAt: number;
  updatedAt: number;
}

/** Row of `datasets`. Metadata and schemas are JSON text. */
type DatasetRow = Omit<Dataset, "metadata" | "inputSchema" | "expectedOutputSchema"> & {
  metadata: string;
  inputSchema: string | null;
  expectedOutputSchema: string | null;
};

const COLUMNS = sql<DatasetRow>`id, name, description, metadata, inputSchema, expectedOutputSchema, createdAt, updatedAt`;

/** Fields of a dataset that a request sets. Undefined fields stay unchanged. */
export type DatasetChange = Omit<CreateDatasetRequest, "name">;

/** Returns the dataset with this name or this id; undefined when there is none. */
export async function findDataset(
  records: Records,
  projectId: string,
  key: { name: string } | { id: string },
): Promise<Dataset | undefined> {
  const hasKey = "name" in key ? sql`name = ${key.name}` : sql`id = ${key.id}`;
  const row = await records.get(
    sql<DatasetRow>`SELECT ${COLUMNS} FROM datasets WHERE projectId = ${projectId} AND ${hasKey}`,
  );
  return row && asDataset(row);
}

/** Lists datasets, newest first. */
export async function listDatasets(records: Records, projectId: string, part: ListPart): Promise<Listed<Dataset>> {
  const from = sql`FROM datasets WHERE projectId = ${projectId}`;
  const { items, total } = await records.page({ columns: COLUMNS, from, order: sql`createdAt DESC, id` }, part);
  return { items: items.map(asDataset), total };
}

/** Builds the statement that creates a dataset or changes the dataset with this name. */
export function upsertDataset(projectId: string, name: string, change: DatasetChange, now: number): Statement {
  const { description, metadata, inputSchema, expectedOutputSchema } = change;
  // Columns of fields that a change may leave out, each with its value in a new row.
  const columns = {
    description: description ?? null,
    metadata: JSON.stringify(metadata ?? null),
    inputSchema: jsonTextOrNull(inputSchema),
    expectedOutputSchema: jsonTextOrNull(expectedOutputSchema),
  };
  const names = Object.keys(columns) as Array<keyof typeof columns>;
  const changes = names
    .filter((name) => change[name] !== undefined)
    .map((name) => sql`${nameSql(name)} = excluded.${nameSql(name)}`);
  return sql`INSERT INTO datasets (projectId, id, name, createdAt, updatedAt, ${columnsSql(names)})
    VALUES (${projectId}, ${randomUUID()}, ${name}, ${now}, ${now},
      ${valuesSql(Object.values(columns))})
    ON CONFLICT (projectId, name) DO UPDATE SET ${joinSql([sql`updatedAt = excluded.updatedAt`, ...changes], ", ")}`;
}

function asDataset(row: DatasetRow): Dataset {
  return {
    ...row,
    metadata: parseExactJson(row.metadata),
    inputSchema: parseExactJson(row.inputSchema ?? "null"),
    expectedOutputSchema: parseExactJson(row.expectedOutputSchema ?? "null"),
  };
}
