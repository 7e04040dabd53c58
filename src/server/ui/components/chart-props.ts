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
  /** True while the values are those of before. */
  isReading?: boolean;
  /** Name that charts share whose cursors move together. */
  group?: string;
  /** Called with a part of the time that was chosen with the pointer. */
  onRange?: (from: number, to: number) => void;
}

/** Height of the drawing in pixels. */
export const PLOT_HEIGHT = 84;
