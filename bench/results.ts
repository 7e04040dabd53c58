import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "./packages.ts";
import type { Cell, Table } from "./table.ts";

/** Folder of the results at hand. Git ignores it. */
export const RESULTS: string = join(ROOT, ".build/bench/results");

export interface Conditions {
  /** Beginning, in UTC. */
  readonly date: string;
  readonly node: string;
  readonly cores: number;
  /** Mean number of processes that ran or waited in the minute before the benchmark began. */
  readonly load: number;
  /** Commit that was measured, with `-dirty` when files differed from it. */
  readonly revision: string;
}

export interface Results extends Conditions {
  /** The same as {@link Conditions.load} at the end: it contains the benchmark itself. */
  readonly loadAtEnd: number;
  readonly tables: readonly ResultTable[];
}

/** Table of figures whose rows name their columns. */
export interface ResultTable extends Pick<Table, "title" | "head" | "notes"> {
  readonly rows: ReadonlyArray<Readonly<Record<string, string | number>>>;
}

/** Returns the conditions of a measurement that begins now. */
export function conditionsNow(): Conditions {
  return {
    date: `${new Date().toISOString().slice(0, 16)}Z`,
    node: process.version,
    cores: availableParallelism(),
    load: load(),
    revision: revision(),
  };
}

/** Writes the results of a benchmark that has just ended. */
export function writeResults(name: string, conditions: Conditions, tables: readonly Table[]): void {
  const results: Results = { ...conditions, loadAtEnd: load(), tables: tables.map(resultTable) };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
}

/** Reads the results in a folder, by the names of their benchmarks. */
export function readResults(folder: string): ReadonlyMap<string, Results> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  return new Map(
    files
      .toSorted()
      .map((file) => [basename(file, ".json"), JSON.parse(readFileSync(join(folder, file), "utf8")) as Results]),
  );
}

/** Returns the table in the form in which results keep it. */
export function resultTable({ title, head, rows, notes }: Table): ResultTable {
  if (new Set(head).size < head.length) throw new Error(`Two columns of "${title}" have one name: ${head.join(", ")}.`);
  return {
    title,
    head,
    rows: rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, valueOf(cells[index]!)]))),
    ...(notes && { notes }),
  };
}

/** Returns a cell's text or number; a number keeps six digits. */
function valueOf(cell: Cell): string | number {
  return typeof cell === "string" ? cell : Number(cell.value.toPrecision(6));
}

function load(): number {
  return Number(loadavg()[0]!.toFixed(2));
}

function revision(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], {
      cwd: ROOT,
      encoding: "utf8",
    }).trim();
  } catch {
    return "unknown";
  }
}
