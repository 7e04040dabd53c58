import { type ReactElement, useEffect, useEffectEvent, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { PLOT_HEIGHT, type TimeChartProps } from "./chart-props.ts";
import { useColourScheme } from "./use-colour-scheme.ts";

interface TimePlotProps extends TimeChartProps {
  /** Called with the number of the step under the pointer. */
  onStep: (step: number | undefined) => void;
}

/** Width in pixels from which on a selection is meant. */
const SELECTION = 4;

/** Distances on the axis of a count. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

const DAY_MS = 86_400_000;

/** Drawing of a chart. Loaded with its library when the first chart is shown. */
export function TimePlot(props: TimePlotProps): ReactElement {
  const { title, times, series, shape, format } = props;
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const scheme = useColourScheme();
  const data: uPlot.AlignedData = [[...times], ...series.map(({ values }) => [...values])];
  const select = useEffectEvent((chart: uPlot) => {
    const { left, width } = chart.select;
    if (width === 0) return;
    chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (width < SELECTION) return;
    const stepAt = (place: number): number => chart.posToIdx(place);
    const [first, last] = [stepAt(left), stepAt(left + width)];
    const from = times[first];
    if (from !== undefined) props.onRange?.(from, times[last + 1] ?? (times[last] ?? from) + stepOf(times));
  });
  const point = useEffectEvent(({ cursor }: uPlot) => props.onStep(cursor.idx ?? undefined));
  const create = useEffectEvent((parent: HTMLElement): uPlot => {
    const options = optionsOf(props, parent);
    options.hooks = { setSelect: [select], setCursor: [point] };
    return new uPlot(options, data, parent);
  });
  const kind = [shape, ...series.map(({ label, colour }) => `${label} ${colour}`)].join();
  useEffect(() => {
    const parent = element.current;
    if (parent === null) return undefined;
    const chart = create(parent);
    plot.current = chart;
    const resized = new ResizeObserver(() => chart.setSize({ width: parent.clientWidth, height: PLOT_HEIGHT }));
    resized.observe(parent);
    return () => {
      resized.disconnect();
      chart.destroy();
      plot.current = undefined;
    };
  }, [kind, scheme]);
  const isNew = useRef(true);
  useEffect(() => {
    if (!isNew.current) plot.current?.setData(data);
    isNew.current = false;
    // The arrays are made with every render; their content changes with these two.
  }, [times, series]);
  const most = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <div
      ref={element}
      role="img"
      aria-label={`${title}: at most ${format(most) || "0"} in a step`}
      className="h-full overflow-hidden"
    />
  );
}

function optionsOf(
  { series, shape, format, isCount, group, onRange }: TimePlotProps,
  parent: HTMLElement,
): uPlot.Options {
  const colour = (name: string): string => colourOf(parent, name);
  const axis: uPlot.Axis = { stroke: colour("soft"), ticks: { show: false }, font: "11px system-ui, sans-serif" };
  const bars = uPlot.paths.bars?.({ size: [0.8, 60], align: 1 });
  return {
    width: parent.clientWidth,
    height: PLOT_HEIGHT,
    ms: 1,
    padding: [6, 16, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: onRange !== undefined, y: false, setScale: false },
      ...(group !== undefined && { sync: { key: group, filters: { pub: isMove } } }),
    },
    scales: {
      x: { time: true, range: ({ data: [times] }) => [times[0] ?? 0, (times[times.length - 1] ?? 0) + stepOf(times)] },
      y: { range: (_chart, _least, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 20,
        gap: 5,
        space: 56,
        values: (_chart, splits, _axis, _space, step) => splits.map((time) => timeLabel(time, step)),
      },
      {
        ...axis,
        grid: { stroke: colour("line"), width: 1 },
        ...(isCount && { incrs: WHOLE_STEPS }),
        size: 48,
        gap: 4,
        space: 24,
        values: (_chart, splits) => splits.map((value) => (value === 0 ? "0" : format(value))),
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour: name }) => ({
        label,
        stroke: colour(name),
        width: shape === "bars" ? 0 : 1.5,
        points: { size: 4, show: shape !== "bars" },
        ...(shape === "bars" && bars && { fill: colour(name), paths: bars }),
      })),
    ],
  };
}

/** Returns true for events that other charts of the group follow. A choice belongs to the chart in which it was made. */
function isMove(type: string): boolean {
  return type === "mousemove" || type === "mouseleave";
}

/** Returns the length of a step in milliseconds. */
function stepOf({ 0: first = 0, 1: second = first + 60_000 }: ArrayLike<number>): number {
  return second - first;
}

/** Returns a colour of the stylesheet as the drawing takes it. */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(--color-${name})`;
  return getComputedStyle(element).color;
}

/** Returns the label of a place on the axis of time, in the time zone of the browser. */
function timeLabel(time: number, step: number): string {
  const date = new Date(time);
  if (step < DAY_MS) return `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (step < 28 * DAY_MS) return `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
