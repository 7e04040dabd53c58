import type { ReactElement } from "react";
import { costText, countText, durationText, timeText } from "../components/format.ts";
import { MOST_OBSERVATIONS } from "../data/trace-observations.ts";
import type { TraceTree } from "./trace-tree.ts";

/** Totals of a trace on one line. */
export function TraceTotals({ tree }: { tree: TraceTree }): ReactElement {
  let [tokens, cost, failed] = [0, 0, 0];
  for (const { observation } of tree.nodes) {
    tokens += observation.usageDetails?.["total"] ?? 0;
    cost += observation.totalCost ?? 0;
    if (observation.level === "ERROR") failed += 1;
  }
  const { length } = tree.nodes;
  const facts = [
    timeText(tree.start),
    durationText(tree.end - tree.start),
    length >= MOST_OBSERVATIONS
      ? `the ${countText(length)} newest observations`
      : `${countText(length)} observation${length === 1 ? "" : "s"}`,
    tokens > 0 && `${countText(tokens)} tokens`,
    costText(cost),
  ].filter((fact) => fact !== false && fact !== "");
  return (
    <p className="text-soft tabular-nums">
      {facts.join(" · ")}
      {failed > 0 && <strong className="text-red whitespace-nowrap"> · {countText(failed)} failed</strong>}
    </p>
  );
}
