import { parseExactJson } from "@svc/core/internal";
import { jsonTextOrNull } from "../http/json.ts";
import { type ListPart, type Listed, type Records, type Statement, mustChange } from "../storage/records.ts";
import { type Sql, joinSql, sql } from "../storage/sql.ts";
import type { Dataset } from "./datasets.ts";
import { mediaPresence } from "./media.ts";

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

export type DatasetItemContent = Pick<
  DatasetItem,
  "id" | "status" | "input" | "expectedOutput" | "metadata" | "sourceTraceId" | "sourceObservationId"
>;

export interface DatasetItemFilter {
  datasetId?: string | undefined;
  sourceTraceId?: string | undefined;
  sourceObservationId?: string | undefined;
  /** Time for which to show the items, in milliseconds since 1970; undefined for now. */
  version?: number | undefined;
  /** Status of the items. Default: `ACTIVE`. */
  status?: DatasetItem["status"];
}

/** Row of `dataset_items` with the name of its dataset. Input, expected output and metadata are JSON text. */
type DatasetItemRow = Omit<DatasetItem, "isDeleted" | "input" | "expectedOutput" | "metadata"> & {
  isDeleted: 0 | 1;
  input: string;
  expectedOutput: string;
  metadata: string;
};

const COLUMNS = sql<DatasetItemRow>`seq, id, datasetId, (SELECT name FROM datasets d
    WHERE d.projectId = dataset_items.projectId AND d.id = dataset_items.datasetId) AS datasetName,
  validFrom, isDeleted, status, input, expectedOutput, metadata, sourceTraceId, sourceObservationId, createdAt, updatedAt`;

/** Returns the current row of an item, which may mark the item as deleted; undefined when there is none. */
export async function findDatasetItem(
  records: Records,
  projectId: string,
  id: string,
): Promise<DatasetItem | undefined> {
  const row = await records.get(sql<DatasetItemRow>`SELECT ${COLUMNS} FROM dataset_items
    WHERE projectId = ${projectId} AND id = ${id} AND validTo IS NULL`);
  return row && asDatasetItem(row);
}

/** Lists items of one status, newest first. */
export async function listDatasetItems(
  records: Records,
  projectId: string,
  { datasetId, sourceTraceId, sourceObservationId, version, status = "ACTIVE" }: DatasetItemFilter,
  part: ListPart,
): Promise<Listed<DatasetItem>> {
  const conditions = [
    sql`projectId = ${projectId}`,
    sql`isDeleted = 0 AND status = ${status}`,
    version === undefined
      ? sql`validTo IS NULL`
      : sql`validFrom <= ${version} AND (validTo IS NULL OR validTo > ${version})`,
  ];
  if (datasetId !== undefined) conditions.push(sql`datasetId = ${datasetId}`);
  if (sourceTraceId !== undefined) conditions.push(sql`sourceTraceId = ${sourceTraceId}`);
  if (sourceObservationId !== undefined) conditions.push(sql`sourceObservationId = ${sourceObservationId}`);
  const from = sql`FROM dataset_items WHERE ${joinSql(conditions, " AND ")}`;
  const { items, total } = await records.page({ columns: COLUMNS, from, order: sql`createdAt DESC, id` }, part);
  return { items: items.map(asDatasetItem), total };
}

/** Returns at most `limit` active items of a dataset after a row, and no more than one page has room for, in the order of their rows. */
export async function activeItemsBehind(
  records: Records,
  projectId: string,
  datasetId: string,
  seq: number,
  limit: number,
): Promise<DatasetItem[]> {
  const { rows } =
    await records.fitting(sql<DatasetItemRow>`SELECT ${COLUMNS} FROM dataset_items WHERE projectId = ${projectId}
    AND datasetId = ${datasetId} AND validTo IS NULL AND isDeleted = 0
    AND status = 'ACTIVE' AND seq > ${seq} ORDER BY seq LIMIT ${limit}`);
  return rows.map(asDatasetItem);
}

/** Returns the number of rows of a dataset's items. It grows with every write of an item. */
export async function countItemRows(records: Records, projectId: string, datasetId: string): Promise<number> {
  const counted = await records.get(itemRowsSql(projectId, datasetId));
  return counted?.rows ?? 0;
}

/** Builds a statement that undoes its write when the dataset's items have another number of rows by now. */
export function unlessItemsChanged(projectId: string, datasetId: string, rows: number): Statement {
  return mustChange(sql`UPDATE datasets SET updatedAt = updatedAt
    WHERE projectId = ${projectId} AND id = ${datasetId} AND ${rows} = (${itemRowsSql(projectId, datasetId)})`);
}

// Numbers of rows would not do: a writer may store a row after another one that has a higher number.
function itemRowsSql(projectId: string, datasetId: string): Sql<{ rows: number }> {
  return sql`SELECT count(*) AS rows FROM dataset_items
    WHERE projectId = ${projectId} AND datasetId = ${datasetId}`;
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
 * when the schemas of the dataset have changed. `mediaIds`: media that must be recorded still.
 */
export function writeDatasetItem(
  projectId: string,
  { inputSchema, expectedOutputSchema }: Dataset,
  item: NewDatasetItem,
  previous: DatasetItem | undefined,
  mediaIds: Iterable<string>,
): Statement[] {
  const { id, datasetId, validFrom, status, input, expectedOutput, metadata, sourceTraceId, sourceObservationId } =
    item;
  const [inputText, outputText, metadataText] = [jsonText(input), jsonText(expectedOutput), jsonText(metadata)];
  return [
    ...mediaPresence(projectId, mediaIds),
    ...(previous ? [endRow(projectId, previous, validFrom)] : []),
    mustChange(sql`INSERT INTO dataset_items (${WRITTEN})
      SELECT ${projectId}, ${datasetId}, ${id}, ${validFrom}, 0, ${status}, ${inputText}, ${outputText}, ${metadataText},
        ${sourceTraceId}, ${sourceObservationId}, ${item.createdAt}, ${item.updatedAt}
      FROM datasets WHERE projectId = ${projectId} AND id = ${datasetId}
        AND inputSchema IS NOT DISTINCT FROM ${jsonTextOrNull(inputSchema)}
        AND expectedOutputSchema IS NOT DISTINCT FROM ${jsonTextOrNull(expectedOutputSchema)}`),
  ];
}

/** Builds the statements that mark an item as deleted. The write is undone when another write came between. */
export function deleteDatasetItem(projectId: string, item: DatasetItem, now: number): Statement[] {
  const from = startAfter(item, now);
  return [
    endRow(projectId, item, from),
    mustChange(sql`INSERT INTO dataset_items (${WRITTEN})
      SELECT projectId, datasetId, id, ${from}, 1, status, 'null', 'null', 'null', NULL, NULL, createdAt, ${from}
      FROM dataset_items WHERE seq = ${item.seq}`),
  ];
}

const WRITTEN = sql`projectId, datasetId, id, validFrom, isDeleted, status, input, expectedOutput, metadata,
  sourceTraceId, sourceObservationId, createdAt, updatedAt`;

/** Returns the start time of the next row. Every row is valid for at least a millisecond, even when the clock goes back. */
function startAfter(previous: DatasetItem | undefined, now: number): number {
  return Math.max(now, (previous?.validFrom ?? 0) + 1);
}

function jsonText(value: unknown): string {
  return jsonTextOrNull(value) ?? "null";
}

function endRow(projectId: string, { seq }: DatasetItem, end: number): Statement {
  return mustChange(
    sql`UPDATE dataset_items SET validTo = ${end} WHERE projectId = ${projectId} AND seq = ${seq} AND validTo IS NULL`,
  );
}

function asDatasetItem(row: DatasetItemRow): DatasetItem {
  return {
    ...row,
    isDeleted: row.isDeleted === 1,
    input: parseExactJson(row.input),
    expectedOutput: parseExactJson(row.expectedOutput),
    metadata: parseExactJson(row.metadata),
  };
}
