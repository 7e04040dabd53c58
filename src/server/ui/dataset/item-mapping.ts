import { isExactNumber } from "@svc/core/internal";
import type { CreateDatasetItemRequest } from "@svc/core/api";
import type { FileRow } from "./read-file.ts";

/** Parts of an item that a column can become, each with its label. */
export const COLUMN_USES = {
  input: "Input",
  expectedOutput: "Expected output",
  metadata: "Metadata",
  id: "Id",
  none: "Leave out",
} as const;

/** Part of an item that a column becomes. */
export type ColumnUse = keyof typeof COLUMN_USES;

export type ItemMapping = Readonly<Record<string, ColumnUse>>;

/** Names of columns whose use is known. Others become metadata, or the input where no column is called so. */
const KNOWN: Readonly<Record<string, ColumnUse>> = {
  id: "id",
  input: "input",
  question: "input",
  prompt: "input",
  expectedoutput: "expectedOutput",
  expected: "expectedOutput",
  output: "expectedOutput",
  answer: "expectedOutput",
  metadata: "metadata",
  status: "none",
  sourcetraceid: "none",
  sourceobservationid: "none",
};

/** Returns the likely use of the columns of a file. */
export function guessMapping(columns: readonly string[]): ItemMapping {
  const known = columns.map((column) => [column, KNOWN[column.toLowerCase().replaceAll(/[\s_-]/g, "")]] as const);
  const hasInput = known.some(([, use]) => use === "input");
  const firstOther = known.find(([, use]) => use === undefined)?.[0];
  return Object.fromEntries(
    known.map(([column, use]) => [column, use ?? (!hasInput && column === firstOther ? "input" : "metadata")]),
  );
}

/** Returns the item of a row. Several columns with the same use become an object by their names. */
export function itemOf(datasetName: string, { fields }: FileRow, mapping: ItemMapping): CreateDatasetItemRequest {
  const id = merged(fields, mapping, "id");
  return {
    datasetName,
    ...(id !== undefined && { id: typeof id === "string" ? id : JSON.stringify(id) }),
    input: merged(fields, mapping, "input") ?? null,
    expectedOutput: merged(fields, mapping, "expectedOutput") ?? null,
    metadata: merged(fields, mapping, "metadata") ?? null,
  };
}

function merged(fields: FileRow["fields"], mapping: ItemMapping, use: ColumnUse): unknown {
  const columns = Object.keys(mapping).filter((column) => mapping[column] === use);
  const given = columns.filter((column) => fields[column] != null);
  const [only] = columns;
  if (given.length === 0 || only === undefined) return undefined;
  // One column of metadata that is no object keeps its name.
  const isValue =
    columns.length === 1 && (use !== "metadata" || (typeof fields[only] === "object" && !isExactNumber(fields[only])));
  return isValue ? fields[only] : Object.fromEntries(given.map((column) => [column, fields[column]]));
}
