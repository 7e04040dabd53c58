import type { Results } from "../results.ts";
import { formatNumber, type Table } from "../table.ts";
import { GOALS } from "./goal-list.ts";
import { type GoalFigure, type Unit, UNITS } from "./goal.ts";
import { type Measured, reached } from "./reached.ts";

/** Returns the table of all goals beside the results: a row for each figure. */
export function goalTable(results: ReadonlyMap<string, Results>): Table {
  const rows = GOALS.flatMap(({ number, title, figures }) =>
    figures.map((each, index) =>
      [`${number}`, index === 0 ? `${title}: ${each.title}` : `… ${each.title}`].concat(outcomeOf(each, results)),
    ),
  );
  const reasons = GOALS.flatMap(({ number, figures, missedBecause }) =>
    missedBecause !== undefined && figures.some((each) => reached(each, results)?.isReached === false)
      ? [`Row ${number}: ${missedBecause}`]
      : [],
  );
  const held = rows.filter((cells) => cells.at(-2) === "holds").length;
  return {
    title: "Goals",
    head: ["#", "measure", "goal", "reached", "best peer", "outcome", "measured"],
    rows,
    notes: [
      `${held} of ${rows.length} figures reach their goal. If a figure has several results of ours, the worst counts; of peers the best counts.`,
      "The load is that of the minute before the benchmark.",
      ...reasons,
    ],
  };
}

/** Returns the cells after the measure. */
function outcomeOf(each: GoalFigure, results: ReadonlyMap<string, Results>): string[] {
  const found = reached(each, results);
  if (found === undefined) return [goalText(each), "–", "–", "not measured", "–"];
  const { date, load } = results.get(each.place.benchmark)!;
  return [
    goalText(each),
    valueText(found.ours.value, each.unit),
    found.peer ? peerText(found.peer, each.unit) : "–",
    found.isReached ? "holds" : "misses",
    `${date.slice(0, 10)}, load ${formatNumber(load)}`,
  ];
}

function goalText({ goal, unit, isMoreBetter }: GoalFigure): string {
  if (goal === "below the peer") return "less than the peer";
  return `${isMoreBetter ? "≥" : "≤"} ${valueText(goal, unit)}`;
}

function valueText(value: number, unit: Unit): string {
  const digits = Number.isInteger(value) ? 0 : UNITS[unit];
  return unit === "×" ? formatNumber(value, UNITS[unit]) : `${formatNumber(value, digits)} ${unit}`;
}

function peerText({ row, value }: Measured, unit: Unit): string {
  return `${valueText(value, unit)} (${row})`;
}
