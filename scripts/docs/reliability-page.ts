import { COMMITTED, readFaultResults, type FaultResult } from "../../test/faults/results.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";

/** Source of the generated part. */
const SOURCE = "docs/reliability/results.json";

/** Returns the page of faults, with the tables of the committed results. */
export function reliabilityPage(page: string): string {
  const bySubject = Map.groupBy(readFaultResults(COMMITTED), ({ subject }) => subject);
  return withGeneratedPart(page, SOURCE, [...bySubject].map(([title, rows]) => subjectPart(title, rows)).join("\n\n"));
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
