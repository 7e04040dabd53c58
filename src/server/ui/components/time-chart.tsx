import { type ReactElement, Suspense, lazy, useState } from "react";
import { type ChartSeries, PLOT_HEIGHT, type TimeChartProps } from "./chart-props.ts";

const TimePlot = lazy(async () => ({ default: (await import("./time-plot.tsx")).TimePlot }));

const COLOURS: Readonly<Record<ChartSeries["colour"], string>> = {
  link: "text-link",
  violet: "text-violet",
  green: "text-green",
  amber: "text-amber",
  red: "text-red",
};

/** Small chart over time. Its head has the value of each series: that under the pointer, or that of the whole time. */
export function TimeChart(props: TimeChartProps): ReactElement {
  const { title, series, format, isReading = false } = props;
  const [step, setStep] = useState<number>();
  return (
    <figure className="min-w-0" aria-label={title}>
      <figcaption className="flex items-baseline gap-x-3 overflow-hidden text-xs whitespace-nowrap lg:text-sm">
        <span className="font-semibold">{title}</span>
        {series.map(({ label, colour, values, whole }) => {
          const value = step === undefined ? whole : values[step];
          return (
            <span key={label} className="tabular-nums">
              {label !== title && <span className={COLOURS[colour]}>{label} </span>}
              {isReading ? "reading…" : value == null ? "" : format(value)}
            </span>
          );
        })}
      </figcaption>
      <div style={{ height: PLOT_HEIGHT }}>
        <Suspense fallback={<p aria-busy />}>
          <TimePlot {...props} onStep={setStep} />
        </Suspense>
      </div>
    </figure>
  );
}
