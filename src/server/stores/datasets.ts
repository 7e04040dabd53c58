import { randomUUID } from "node:crypto";
import type { CreateDatasetRequest } from "@svc/core/api";
import type { PageRequest } from "../http/paging.ts";
import type { Records, Row, Statement } from "../storage/records.ts";

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

/** Fields of a dataset that a request sets. Undefined fields stay unchanged. */
export type DatasetChange = Omit<CreateDatasetRequest, "name">;

/** Returns the dataset with this name or this id; undefined when there is none. */
export function findDataset(
  records: Records,
  projectId: string,
  key: { name: string } | { id: string },
): Dataset | undefined {
  const [column, value] = "name" in key ? ["name", key.name] : ["id", key.id];
  const row = records.get(`SELECT * FROM datasets WHERE projectId = ? AND ${column} = ?`, projectId, value);
  return row && asDataset(row);
}

/** Lists datasets, newest first, with their total number. */
export function listDatasets(
  records: Records,
  projectId: string,
  { limit, offset }: PageRequest,
): { datasets: Dataset[]; total: number } {
  const total = records.get("SELECT count(*) AS total FROM datasets WHERE projectId = ?", projectId);
  const rows = records.all(
    "SELECT * FROM datasets WHERE projectId = ? ORDER BY createdAt DESC, id LIMIT ? OFFSET ?",
    projectId,
    limit,
    offset,
  );
  return { datasets: rows.map(asDataset), total: Number(total?.["total"]) };
}

/** Builds the statement that creates a dataset or changes the dataset with this name. */
export function upsertDataset(projectId: string, name: string, change: DatasetChange, now: number): Statement {
  const { description, metadata, inputSchema, expectedOutputSchema } = change;
  const given = {
    description: [description !== undefined, description ?? null],
    metadata: [metadata !== undefined, JSON.stringify(metadata ?? null)],
    inputSchema: [inputSchema !== undefined, jsonOrNull(inputSchema)],
    expectedOutputSchema: [expectedOutputSchema !== undefined, jsonOrNull(expectedOutputSchema)],
  } as const;
  const columns = Object.keys(given);
  const changed = Object.entries(given).filter(([, [isGiven]]) => isGiven);
  return {
    sql: `INSERT INTO datasets (projectId, id, name, createdAt, updatedAt, ${columns.join(", ")})
      VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (projectId, name) DO UPDATE SET updatedAt = ?4
      ${changed.map(([column]) => `, ${column} = excluded.${column}`).join("")}`,
    values: [projectId, randomUUID(), name, now, ...Object.values(given).map(([, value]) => value)],
  };
}

function jsonOrNull(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value);
}

function asDataset(row: Row): Dataset {
  const parsed = (column: string): unknown => {
    const text = row[column];
    return typeof text === "string" ? (JSON.parse(text) as unknown) : null;
  };
  return {
    ...(row as unknown as Dataset),
    metadata: parsed("metadata"),
    inputSchema: parsed("inputSchema"),
    expectedOutputSchema: parsed("expectedOutputSchema"),
  };
}
