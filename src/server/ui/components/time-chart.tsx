import { type ReactElement, Suspense, lazy, useState } from "react";

/** Line, or row of bars, of a chart. */
export interface ChartSeries {
  readonly label: string;
  readonly colour: "link" | "violet" | "green" | "amber" | "red";
  /** Value of each step; null for a step without one. */
  readonly values: ReadonlyArray<number | null>;
  /** Value of the whole time, which stands beside the label. */
  readonly whole?: number | null;
}

/** Chart over time, as its view describes it. */
export interface TimeChartProps {
  title: string;
  /** Starts of the steps, in milliseconds since 1970. */
  times: readonly number[];
  series: readonly ChartSeries[];
  shape: "bars" | "lines";
  /** Returns a value for people. */
  format: (value: number) => string;
  /** True for values that are whole numbers. */
  isCount?: boolean;
  /** Name that charts share whose cursors move together. */
  group?: string;
  /** Called with a part of the time that was chosen with the pointer. */
  onRange?: (from: number, to: number) => void;
}

const TimePlot = lazy(async () => ({ default: (await import("./time-plot.tsx")).TimePlot }));

/** Height of the drawing in pixels. */
export const PLOT_HEIGHT = 84;

const COLOURS: Readonly<Record<ChartSeries["colour"], string>> = {
  link: "text-link",
  violet: "text-violet",
  green: "text-green",
  amber: "text-amber",
  red: "text-red",
};

/** Small chart over time. Its head has the value of each series: that under the pointer, or that of the whole time. */
export function TimeChart(props: TimeChartProps): ReactElement {
  const { title, series, format } = props;
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
              {value == null ? "" : format(value)}
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
