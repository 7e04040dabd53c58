import type { ReactElement } from "react";
import { costText, countText, durationText } from "../components/format.ts";
import type { ChartSeries } from "../components/chart-props.ts";
import { TimeChart } from "../components/time-chart.tsx";
import { type TraceCharts as Charts, type TraceFigures, useTraceCharts } from "../data/trace-charts.ts";
import type { TraceQuery } from "../data/trace-query.ts";

interface TraceChartsProps {
  query: TraceQuery;
  onRange: (from: number, to: number) => void;
}

interface Chart {
  readonly title: string;
  readonly shape: "bars" | "lines";
  readonly format: (value: number) => string;
  readonly isCount?: boolean;
  readonly series: ReadonlyArray<
    readonly [label: string, colour: ChartSeries["colour"], figure: keyof TraceFigures<unknown>]
  >;
}

const count = (value: number): string => (value === 0 ? "0" : countText(value));

const CHARTS: readonly Chart[] = [
  { title: "Traces", shape: "bars", format: count, isCount: true, series: [["Traces", "link", "traces"]] },
  { title: "Failed", shape: "bars", format: count, isCount: true, series: [["Failed", "red", "failed"]] },
  {
    title: "Latency",
    shape: "lines",
    format: durationText,
    series: [
      ["p50", "link", "p50"],
      ["p95", "amber", "p95"],
    ],
  },
  { title: "Cost", shape: "bars", format: (value) => costText(value) || "$0", series: [["Cost", "green", "cost"]] },
];

const NOTHING: Charts = {
  times: [],
  steps: { traces: [], failed: [], p50: [], p95: [], cost: [] },
  whole: { traces: null, failed: null, p50: null, p95: null, cost: null },
};

/**
 * Volume, failures, latency and cost of the found traces over time. Their height is the same before they are read. While they are read, those of
 * the query before are pale and without numbers. Where no trace is found there are none.
 */
export function TraceCharts({ query, onRange }: TraceChartsProps): ReactElement | null {
  const { data, error, isPending, isPlaceholderData } = useTraceCharts(query);
  // The list below says what went wrong.
  if (error !== null) return <p className="text-soft px-4 pb-2">The charts could not be read.</p>;
  if (!isPending && !isPlaceholderData && !data?.whole.traces) return null;
  const { times, steps, whole } = data ?? NOTHING;
  const isReading = isPending || isPlaceholderData;
  return (
    <section
      aria-label="Charts"
      aria-busy={isReading}
      className="grid aria-busy:[&_canvas]:opacity-30 grid-cols-2 gap-x-4 gap-y-2 px-4 pb-2 lg:grid-cols-4"
    >
      {CHARTS.map(({ title, shape, format, isCount = false, series }) => (
        <TimeChart
          key={title}
          title={title}
          shape={shape}
          format={format}
          isCount={isCount}
          times={times}
          isReading={isReading}
          series={series.map(([label, colour, figure]) => ({
            label,
            colour,
            values: steps[figure],
            whole: whole[figure],
          }))}
          group="traces"
          onRange={onRange}
        />
      ))}
    </section>
  );
}
