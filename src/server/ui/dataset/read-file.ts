import { parseExactJson } from "@svc/core/internal";
import Papa from "papaparse";
import { isJsonObject } from "@svc/core/internal/messages";

/** Row of a file, by the names of its columns. */
export interface FileRow {
  /** Line of JSONL or record of CSV, from 1, without the head. */
  readonly row: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Row that cannot be used, or was not taken, and why. */
export interface RowProblem {
  readonly row: number;
  readonly message: string;
}

/** File as it was read. */
export interface FileContent {
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
  readonly problems: readonly RowProblem[];
}

/** Lines of JSONL that are read before the page may draw. */
const BATCH = 2_000;

/** Reads a file of CSV with a head, or of JSONL with an object on each line. The name of the file, or its start, tells which. */
export async function readFile(file: File): Promise<FileContent> {
  const isJson = /\.(jsonl|ndjson|json)$/i.test(file.name) || (await file.slice(0, 1).text()) === "{";
  const { rows, problems } = isJson ? await readJsonLines(file) : await readCsv(file);
  return { columns: [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))], rows, problems };
}

type Records = Pick<FileContent, "rows" | "problems">;

async function readJsonLines(file: File): Promise<Records> {
  const [rows, problems]: [FileRow[], RowProblem[]] = [[], []];
  const lines = (await file.text()).split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (index % BATCH === BATCH - 1) await nextTask();
    if (line.trim() === "") continue;
    const fields = fieldsOf(line);
    if (typeof fields === "string") problems.push({ row: index + 1, message: fields });
    else rows.push({ row: index + 1, fields });
  }
  return { rows, problems };
}

/** Returns the object of a line, or what is wrong with the line. */
function fieldsOf(line: string): FileRow["fields"] | string {
  try {
    const value: unknown = parseExactJson(line);
    if (isJsonObject(value)) return value;
    return "a JSON object is expected";
  } catch {
    return "this is not JSON";
  }
}

async function readCsv(file: File): Promise<Records> {
  return new Promise((resolve, reject) => {
    const [rows, problems]: [FileRow[], RowProblem[]] = [[], []];
    let row = 0;
    Papa.parse<Record<string, string>>(file, {
      header: true,
      skipEmptyLines: "greedy",
      step: ({ data, errors: [error] }) => {
        row += 1;
        if (error === undefined || error.code === "UndetectableDelimiter") rows.push({ row, fields: valuesOf(data) });
        else problems.push({ row, message: error.message });
      },
      complete: () => resolve({ rows, problems }),
      error: reject,
    });
  });
}

/** Returns the fields of a record of CSV. A field that is a JSON object or list counts as one; an empty one is missing. */
function valuesOf(record: Readonly<Record<string, string>>): FileRow["fields"] {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, text]) => (text === "" ? [] : [[name, valueOf(text)]])),
  );
}

function valueOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
