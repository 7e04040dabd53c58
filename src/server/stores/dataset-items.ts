import type { SQLInputValue } from "node:sqlite";
import type { PageRequest } from "../http/paging.ts";
import type { Records, Row, Statement } from "../storage/records.ts";
import type { Dataset } from "./datasets.ts";

/** Item of a dataset as it was for some time. Times are milliseconds since 1970. */
export interface DatasetItem {
  /** Number of the row. Every write of an item creates a new row. */
  seq: number;
  id: string;
  datasetId: string;
  datasetName: string;
  validFrom: number;
  /** True for the row that marks the item as deleted. */
  isDeleted: boolean;
  status: "ACTIVE" | "ARCHIVED";
  input: unknown;
  expectedOutput: unknown;
  metadata: unknown;
  sourceTraceId: string | null;
  sourceObservationId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Item that has no row yet. */
export type NewDatasetItem = Omit<DatasetItem, "seq">;

/** Content of an item. */
export type DatasetItemContent = Pick<
  DatasetItem,
  "id" | "status" | "input" | "expectedOutput" | "metadata" | "sourceTraceId" | "sourceObservationId"
>;

/** Filter of a list of items. */
export interface DatasetItemFilter {
  datasetId?: string | undefined;
  sourceTraceId?: string | undefined;
  sourceObservationId?: string | undefined;
  /** Time for which to show the items, in milliseconds since 1970; undefined for now. */
  version?: number | undefined;
}

const SELECT = `SELECT *, (SELECT name FROM datasets d WHERE d.projectId = dataset_items.projectId
  AND d.id = dataset_items.datasetId) AS datasetName FROM dataset_items`;

/** Returns the current row of an item, which may mark the item as deleted; undefined when there is none. */
export function findDatasetItem(records: Records, projectId: string, id: string): DatasetItem | undefined {
  const row = records.get(`${SELECT} WHERE projectId = ? AND id = ? AND validTo IS NULL`, projectId, id);
  return row && asDatasetItem(row);
}

/** Lists active items, newest first, with their total number. */
export function listDatasetItems(
  records: Records,
  projectId: string,
  { datasetId, sourceTraceId, sourceObservationId, version }: DatasetItemFilter,
  { limit, offset }: PageRequest,
): { items: DatasetItem[]; total: number } {
  const conditions: Array<[sql: string, ...values: SQLInputValue[]]> = [
    ["projectId = ? AND isDeleted = 0 AND status = 'ACTIVE'", projectId],
    version === undefined
      ? ["validTo IS NULL"]
      : ["validFrom <= ? AND (validTo IS NULL OR validTo > ?)", version, version],
  ];
  if (datasetId !== undefined) conditions.push(["datasetId = ?", datasetId]);
  if (sourceTraceId !== undefined) conditions.push(["sourceTraceId = ?", sourceTraceId]);
  if (sourceObservationId !== undefined) conditions.push(["sourceObservationId = ?", sourceObservationId]);
  const where = conditions.map(([sql]) => sql).join(" AND ");
  const values = conditions.flatMap(([, ...own]) => own);
  const total = records.get(`SELECT count(*) AS total FROM dataset_items WHERE ${where}`, ...values);
  const rows = records.all(
    `${SELECT} WHERE ${where} ORDER BY createdAt DESC, id LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return { items: rows.map(asDatasetItem), total: Number(total?.["total"]) };
}

/** Returns at most `limit` current items of a dataset after a row, in the order of their rows. */
export function itemsBehind(
  records: Records,
  projectId: string,
  datasetId: string,
  seq: number,
  limit: number,
): DatasetItem[] {
  return records
    .all(
      `${SELECT} WHERE projectId = ? AND datasetId = ? AND validTo IS NULL AND isDeleted = 0 AND seq > ?
        ORDER BY seq LIMIT ?`,
      projectId,
      datasetId,
      seq,
      limit,
    )
    .map(asDatasetItem);
}

/** Returns the number of the last row among a dataset's items; 0 when it has no items. */
export function lastItemRow(records: Records, projectId: string, datasetId: string): number {
  const row = records.get(
    "SELECT max(seq) AS last FROM dataset_items WHERE projectId = ? AND datasetId = ?",
    projectId,
    datasetId,
  );
  return Number(row?.["last"] ?? 0);
}

/** Builds a statement that undoes its write when items of the dataset were written after `lastRow`. */
export function unlessItemsChanged(projectId: string, datasetId: string, lastRow: number): Statement {
  return {
    sql: `UPDATE datasets SET updatedAt = updatedAt WHERE projectId = ?1 AND id = ?2 AND ?3 =
      (SELECT coalesce(max(seq), 0) FROM dataset_items WHERE projectId = ?1 AND datasetId = ?2)`,
    values: [projectId, datasetId, lastRow],
    mustChange: true,
  };
}

/** Returns the item that replaces the previous row when the content is written. */
export function succeeding(
  previous: DatasetItem | undefined,
  { id: datasetId, name: datasetName }: Dataset,
  content: DatasetItemContent,
  now: number,
): NewDatasetItem {
  const from = startAfter(previous, now);
  const createdAt = previous && !previous.isDeleted ? previous.createdAt : now;
  return { ...content, datasetId, datasetName, isDeleted: false, validFrom: from, createdAt, updatedAt: from };
}

/**
 * Builds the statements that write an item in place of its current row. The write is undone when another write came between, or
 * when the schemas of the dataset have changed.
 */
export function writeDatasetItem(
  projectId: string,
  { inputSchema, expectedOutputSchema }: Dataset,
  item: NewDatasetItem,
  previous: DatasetItem | undefined,
): Statement[] {
  const { id, datasetId, validFrom, status, input, expectedOutput, metadata, sourceTraceId, sourceObservationId } =
    item;
  return [
    ...(previous ? [endRow(projectId, previous, validFrom)] : []),
    {
      sql: `${INSERT} SELECT ?, id, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ? FROM datasets
        WHERE projectId = ? AND id = ? AND inputSchema IS ? AND expectedOutputSchema IS ?`,
      values: [
        projectId,
        id,
        validFrom,
        status,
        JSON.stringify(input ?? null),
        JSON.stringify(expectedOutput ?? null),
        JSON.stringify(metadata ?? null),
        sourceTraceId,
        sourceObservationId,
        item.createdAt,
        item.updatedAt,
        projectId,
        datasetId,
        inputSchema === null ? null : JSON.stringify(inputSchema),
        expectedOutputSchema === null ? null : JSON.stringify(expectedOutputSchema),
      ],
      mustChange: true,
    },
  ];
}

/** Builds the statements that mark an item as deleted. The write is undone when another write came between. */
export function deleteDatasetItem(projectId: string, item: DatasetItem, now: number): Statement[] {
  const from = startAfter(item, now);
  return [
    endRow(projectId, item, from),
    {
      sql: `${INSERT} SELECT projectId, datasetId, id, ?, 1, status, 'null', 'null', 'null', NULL, NULL, createdAt, ?
        FROM dataset_items WHERE seq = ?`,
      values: [from, from, item.seq],
      mustChange: true,
    },
  ];
}

const INSERT = `INSERT INTO dataset_items (projectId, datasetId, id, validFrom, isDeleted, status, input, expectedOutput,
  metadata, sourceTraceId, sourceObservationId, createdAt, updatedAt)`;

/** Returns the start time of the next row. Every row is valid for at least a millisecond, even when the clock goes back. */
function startAfter(previous: DatasetItem | undefined, now: number): number {
  return Math.max(now, (previous?.validFrom ?? 0) + 1);
}

function endRow(projectId: string, { seq }: DatasetItem, end: number): Statement {
  return {
    sql: "UPDATE dataset_items SET validTo = ? WHERE projectId = ? AND seq = ? AND validTo IS NULL",
    values: [end, projectId, seq],
    mustChange: true,
  };
}

function asDatasetItem(row: Row): DatasetItem {
  return {
    ...(row as unknown as DatasetItem),
    isDeleted: row["isDeleted"] === 1,
    input: JSON.parse(String(row["input"])) as unknown,
    expectedOutput: JSON.parse(String(row["expectedOutput"])) as unknown,
    metadata: JSON.parse(String(row["metadata"])) as unknown,
  };
}
