import type { ReactElement } from "react";
import type { ScoreKind } from "../../query/score-agreement.ts";
import { TimeChart } from "../components/time-chart.tsx";
import type { TimeStep } from "../data/score-distribution.ts";

const NUMBER = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** Returns the mean of a kind of scores for people: a number, or how many are true. */
export function meanText({ dataType }: ScoreKind, mean: number): string {
  return dataType === "BOOLEAN" ? PERCENT.format(mean) : NUMBER.format(mean);
}

/** Scores over time: how many were given, and their mean. */
export function ScoreChart({ kind, steps }: { kind: ScoreKind; steps: readonly TimeStep[] }): ReactElement {
  const times = steps.map(({ time }) => time);
  const meanTitle = kind.dataType === "BOOLEAN" ? "True" : "Mean";
  return (
    <>
      <TimeChart
        title="Scores"
        times={times}
        shape="bars"
        isCount
        format={(value) => value.toLocaleString("en")}
        series={[{ label: "Scores", colour: "link", values: steps.map(({ count }) => count) }]}
        group="scores"
      />
      {kind.dataType !== "CATEGORICAL" && (
        <TimeChart
          title={meanTitle}
          times={times}
          shape="lines"
          format={(value) => meanText(kind, value)}
          series={[{ label: meanTitle, colour: "violet", values: steps.map(({ mean }) => mean) }]}
          group="scores"
        />
      )}
    </>
  );
}
