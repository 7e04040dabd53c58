import { join } from "node:path";
import { readResults, type Results } from "../../bench/results.ts";
import { formatNumber } from "../../bench/table.ts";
import { COMMITTED, readFaultResults, type FaultResult } from "../../test/faults/results.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";

/** Source of the tables of faults. */
const SOURCE = "docs/reliability/results.json";

/** Folder of the committed results of the benchmarks that have a fault happen to several SDKs. */
const COMPARED = "docs/reliability/bench";

/** Returns the page of faults, with the tables of the committed results. */
export function reliabilityPage(page: string): string {
  const bySubject = Map.groupBy(readFaultResults(COMMITTED), ({ subject }) => subject);
  const subjects = [...bySubject].map(([title, rows]) => subjectPart(title, rows)).join("\n\n");
  const results = [...readResults(join(import.meta.dirname, "../..", COMPARED)).values()];
  return withGeneratedPart(withGeneratedPart(page, SOURCE, subjects), COMPARED, comparison(results));
}

/** One fault: what each contender lost. */
interface ComparedRow {
  readonly fault: string;
  readonly lost: ReadonlyMap<string, string>;
}

/** Returns the table of observations lost, by fault and contender. */
function comparison(results: readonly Results[]): string {
  const rows = results.flatMap(({ tables }) => tables.flatMap(comparedRows));
  const contenders = [...new Set(rows.flatMap(({ lost }) => [...lost.keys()]))];
  return [
    markdownTable(
      ["Fault", ...contenders],
      rows.map(({ fault, lost }) =>
        [fault].concat(contenders.map((contender) => lost.get(contender) ?? "not measured")),
      ),
    ),
    `Observations lost. Measured ${[...new Set(results.map(measuredOn))].join("; ")}.`,
  ].join("\n\n");
}

function measuredOn({ date, node }: Results): string {
  return `on ${date.slice(0, 10)}, Node ${node.slice(1)}`;
}

/** Returns a row for each rate of a table; a table of one rate has no column for it. */
function comparedRows({ title, rows, notes = [] }: Results["tables"][number]): ComparedRow[] {
  const [detail = ""] = (notes[0] ?? "").split(". ");
  const byRate = Map.groupBy(rows, (row) => row["per second"]);
  return [...byRate].map(([rate, same]) => ({
    fault: `${title}, ${detail[0]!.toLowerCase()}${detail.slice(1)}${rate === undefined ? "" : `, ${formatNumber(Number(rate), 0)} a second`}`,
    lost: new Map(
      same.map(({ contender, lost, made }) => [
        String(contender),
        `${formatNumber(Number(lost), 0)}${made === undefined ? "" : ` of ${formatNumber(Number(made), 0)}`}`,
      ]),
    ),
  }));
}

function subjectPart(title: string, rows: readonly FaultResult[]): string {
  return [
    `### ${title}`,
    markdownTable(
      ["Fault", "Outcome", "Measured", "The row fails when"],
      rows.map(({ fault, outcome, measured, failsWhen }) => [fault, outcome, measured, failsWhen]),
    ),
    `Measured ${conditionsOf(rows).join("; ")}.`,
  ].join("\n\n");
}

/** Returns when and how the rows were measured, each way once. */
function conditionsOf(rows: readonly FaultResult[]): string[] {
  return [...new Set(rows.map(({ date, form, node }) => `on ${date} in the ${form} form, Node ${node.slice(1)}`))];
}
