import { join } from "node:path";
import { GOALS } from "../../test/bench/goals/goal-list.ts";
import { goalTable, goalText, valueText } from "../../test/bench/goals/goal-table.ts";
import type { Goal, GoalFigure } from "../../test/bench/goals/goal.ts";
import { measuredRows, reached } from "../../test/bench/goals/reached.ts";
import { readResults, type Results } from "../../test/bench/results.ts";
import { formatNumber } from "../../test/bench/table.ts";
import { type Bar, drawBars, type Panel } from "./bar-plot.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";

/** Folder of the committed results and of the plots. */
const FOLDER = "docs/performance";

const results = readResults(join(import.meta.dirname, "../..", FOLDER));

/** Plots of the goals: each file with the function that draws it. */
export const PLOTS: Readonly<Record<string, () => string>> = Object.fromEntries(
  GOALS.map((goal) => [`${FOLDER}/${goal.name}.svg`, () => plotOf(goal)]),
);

/** Returns the page of figures, with the parts that repeat the committed results. */
export function performancePage(page: string): string {
  const withGoals = withGeneratedPart(page, FOLDER, [goalsPart(), ...GOALS.map(plotPart)].join("\n\n"));
  return withGeneratedPart(withGoals, "test/bench/limit", limitPart());
}

/** Returns true for a note that gives the reason why a row of the table misses its goal. */
const isReason = (note: string): boolean => note.startsWith("Row ");

function goalsPart(): string {
  const { head, rows, notes = [] } = goalTable(results);
  const remarks = notes.filter((note) => !isReason(note)).join(" ");
  const reasons = notes.filter(isReason).map((note) => `- ${note}`);
  return [markdownTable(head, rows as string[][]), remarks, reasons.join("\n")].join("\n\n");
}

function plotPart({ number, name, title, figures, unfair }: Goal): string {
  const names = [...new Set(figures.map(({ place }) => place.benchmark))].map((each) => `\`${each}\``).join(" and ");
  return [
    `### ${number}. ${title}`,
    `![Bars of ${figures.map(({ title: each }) => each).join("; ")}](performance/${name}.svg)`,
    `Measured by ${names}. It would be unfair if ${unfair}`,
  ].join("\n\n");
}

function plotOf({ title, figures }: Goal): string {
  return drawBars({ title, panels: figures.map(panelOf), footer: conditionsOf(figures) });
}

function panelOf(figure: GoalFigure): Panel {
  const found = reached(figure, results);
  const bars = (rows: readonly string[], kind: Bar["kind"]): Bar[] =>
    measuredRows(figure, rows, results).map(({ row, value }) => ({
      name: row,
      value,
      text: valueText(value, figure.unit),
      kind,
    }));
  return {
    title: figure.title,
    bars: found
      ? [...bars(figure.ours, "ours"), ...bars(figure.peers, "peer"), ...bars(figure.bases ?? [], "base")]
      : [],
    ...(found && { goal: { value: found.goal, text: goalText(figure) } }),
  };
}

/** Returns when and under which load the figures of a plot were measured. */
function conditionsOf(figures: readonly GoalFigure[]): string {
  const benchmarks = [...new Set(figures.map(({ place }) => place.benchmark))];
  return benchmarks.map((name) => measuredWhen(name, results.get(name))).join("; ");
}

function measuredWhen(name: string, found: Results | undefined): string {
  if (found === undefined) return `${name}: not measured`;
  const { date, node, cores, load, revision } = found;
  return `${name}: ${date.replace("T", " ").replace("Z", " UTC")}, Node ${node.slice(1)}, ${cores} cores, load ${formatNumber(load)}, commit ${revision}`;
}

/** Returns the table of the least work on an observation beside the work that is done. */
function limitPart(): string {
  const found = results.get("limit");
  const table = found?.tables[0];
  if (found === undefined || table === undefined) return "Not measured.";
  const [step, bytes, cpu, ratio] = table.head as [string, string, string, string];
  return [
    markdownTable(
      table.head,
      table.rows.map((row) => [String(row[step]), shown(row[bytes], 0), shown(row[cpu], 2), shown(row[ratio], 2)]),
    ),
    ...(table.notes ? [table.notes.join(" ")] : []),
    `Measured by ${measuredWhen("`limit`", found)}.`,
  ].join("\n\n");
}

function shown(value: string | number | undefined, digits: number): string {
  return typeof value === "number" ? formatNumber(value, digits) : "–";
}
