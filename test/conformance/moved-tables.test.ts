// A move takes along every table of documents, with every column.
import { expect, test } from "vitest";
import { DOCUMENT_KINDS, DOCUMENT_TABLES, REFERENCE_COLUMNS } from "../../src/server/transfer/document-tables.ts";
import { openDatabase } from "../../src/server/engines/sqlite/database/database.ts";

/**
 * Tables that are no documents, the key that signs addresses of media, of which each service has its own, and what triggers make of
 * the documents.
 */
const OTHERS = /^(?:sqlite_|observation|block_|copied_|indexed_blocks$|scores$|media_key$|media_holders$)/;

const database = openDatabase({ memory: "tables-of-moves" });

function columnsOf(table: string): string[] {
  const rows = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  return rows.map(({ name }) => String(name)).filter((name) => name !== "seq");
}

test("every table of documents is moved", () => {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = rows.map(({ name }) => String(name)).filter((name) => !OTHERS.test(name));
  expect(tables.toSorted()).toEqual([...DOCUMENT_KINDS, "prompt_references"].toSorted());
});

test.each(DOCUMENT_KINDS)("every column of %s is moved", (kind) => {
  const { key, rest } = DOCUMENT_TABLES[kind];
  expect([...key, ...rest].toSorted()).toEqual(columnsOf(kind).toSorted());
});

test("every column of the references of prompts is moved", () => {
  const { key } = DOCUMENT_TABLES.prompt_versions;
  expect([...key, ...REFERENCE_COLUMNS].toSorted()).toEqual(columnsOf("prompt_references").toSorted());
});
