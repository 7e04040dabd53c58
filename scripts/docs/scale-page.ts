import { join } from "node:path";
import { ENGINE_TITLE, MEASURES, STEADY_TITLE } from "../../test/bench/engines/engine-measures.ts";
import { ON_CLICKHOUSE, ON_SQLITE } from "../../test/bench/engines/subject.ts";
import { readResults, type Results, type ResultTable } from "../../test/bench/results.ts";
import { formatNumber } from "../../test/bench/table.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";
import { type Needs, needs, type Sizing, SIZES } from "./sizing-model.ts";

/** Source of the tables of sizes. */
const SOURCE = "docs/performance/engines.json";

/** Source of the table of the model. */
const MODEL = "scripts/docs/sizing-model.ts";

/** Returns the page of storage, with the tables of the committed results and of the model. */
export function scalePage(page: string): string {
  const found = readResults(join(import.meta.dirname, "../../docs/performance")).get("engines");
  const [measured, model] = found === undefined ? [NOT_MEASURED, NOT_MEASURED] : partsOf(found);
  return withGeneratedPart(withGeneratedPart(page, SOURCE, measured), MODEL, model);
}

const NOT_MEASURED = "Not measured yet: the benchmark `engines` has no committed results.";

function partsOf(found: Results): [measured: string, model: string] {
  const [engines, steady] = [tableOf(found, ENGINE_TITLE), tableOf(found, STEADY_TITLE)];
  return [
    [shownTable(engines), shownTable(steady), conditions(found)].join("\n\n"),
    modelTable(sizingOf(ON_SQLITE, engines, steady), sizingOf(ON_CLICKHOUSE, engines, steady)),
  ];
}

function tableOf({ tables }: Results, title: string): ResultTable {
  const found = tables.find((table) => table.title === title);
  if (found === undefined) throw new Error(`${SOURCE} has no table "${title}".`);
  return found;
}

function shownTable({ head, rows, notes = [] }: ResultTable): string {
  const cells = rows.map((row) => head.map((column) => shown(row[column])));
  return [markdownTable(head, cells), ...(notes.length > 0 ? [notes.join(" ")] : [])].join("\n\n");
}

/** Formats a figure with three digits or more. */
function shown(value: string | number | undefined): string {
  if (typeof value !== "number") return value ?? "–";
  return formatNumber(value, Math.abs(value) < 100 ? 1 : 0);
}

function conditions({ date, node, cores, load, revision }: Results): string {
  return `Measured ${date.replace("T", " ").replace("Z", " UTC")}, Node ${node.slice(1)}, ${cores} cores, load ${formatNumber(load)} in the minute before, commit ${revision}.`;
}

function sizingOf(name: string, engines: ResultTable, steady: ResultTable): Sizing {
  const [measure = ""] = engines.head;
  const [rate = ""] = steady.head;
  const figure = (row: string): number => {
    const value = engines.rows.find((each) => each[measure] === row)?.[name];
    if (typeof value !== "number") throw new Error(`${SOURCE} has no ${row} of ${name}.`);
    return value;
  };
  const deviations = steady.rows
    .filter((row) => String(row[rate]).startsWith(`${name},`))
    .map((row) => Number(row["deviation, %"]));
  return {
    spansPerSecond: figure(MEASURES.rate),
    serviceUs: figure(MEASURES.service),
    engineUs: figure(MEASURES.engine),
    bytesOnDisk: figure(MEASURES.disk),
    serviceMemory: figure(MEASURES.memoryOfService),
    correction: 1 + Math.max(0, ...deviations) / 100,
  };
}

/** Rows of the model: the name, and the cell of one size. */
type Rows = ReadonlyArray<readonly [name: string, cell: (needs: Needs) => string]>;

const RATES: Rows = [["Spans a second: mean; peak", ({ mean, peak }) => `${rounded(mean)}; ${rounded(peak)}`]];

const OF_SQLITE: Rows = [
  ["SQLite: cores", (each) => rounded(each.serviceCores)],
  ["SQLite: memory", (each) => bytes(each.serviceMemory)],
  ["SQLite: disk a day; 30 days", ({ diskOfDay, diskOfDays }) => `${bytes(diskOfDay)}; ${bytes(diskOfDays)}`],
];

const OF_CLICKHOUSE: Rows = [
  ["ClickHouse: processes of the service", ({ processes = 0 }) => formatNumber(processes, 0)],
  ["… their cores, in all", (each) => rounded(each.serviceCores)],
  ["… their memory, in all", (each) => bytes(each.serviceMemory)],
  ["… cores of the engine", (each) => rounded(each.engineCores)],
  ["… memory of the engine", (each) => bytes(each.engineMemory)],
  ["… disk a day; 30 days, one copy", ({ diskOfDay, diskOfDays }) => `${bytes(diskOfDay)}; ${bytes(diskOfDays)}`],
  ["… 30 days, two copies", ({ diskOfDays }) => bytes(2 * diskOfDays)],
];

function rowsOf(rows: Rows, all: readonly Needs[]): string[][] {
  return rows.map(([name, cell]) =>
    [name].concat(all.map((each) => (each.processes === undefined ? "too much for one process" : cell(each)))),
  );
}

function modelTable(sqlite: Sizing, clickHouse: Sizing): string {
  const shared = SIZES.map((size) => needs(size, clickHouse, true));
  return markdownTable(
    ["Spans an hour", ...SIZES.map((size) => formatNumber(size, 0))],
    [
      ...rowsOf(RATES, shared),
      ...rowsOf(
        OF_SQLITE,
        SIZES.map((size) => needs(size, sqlite, false)),
      ),
      ...rowsOf(OF_CLICKHOUSE, shared),
    ],
  );
}

function rounded(value: number): string {
  return value < 0.01 ? "under 0.01" : formatNumber(value, value < 1 ? 2 : value < 100 ? 1 : 0);
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

function bytes(value: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const scaled = value / 1e3 ** unit;
  return `${formatNumber(scaled, scaled < 10 ? 1 : 0)} ${UNITS[unit]}`;
}
