import type { ReactNode } from "react";
import { costText, countText, durationText, timeText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import type { TraceOrder } from "../data/trace-query.ts";
import type { TraceSummary } from "../data/trace-summary.ts";

/** Column of the list of traces. */
export interface TraceColumn {
  readonly label: string;
  /** Order that a click on the head of the column chooses. */
  readonly order?: TraceOrder;
  readonly isNumber?: boolean;
  /** Unit of a number that stands without the head of its column, in a narrow window. */
  readonly unit?: string;
  /** True for a column that a narrow window leaves out. */
  readonly isWideOnly?: boolean;
  readonly cell: (trace: TraceSummary) => ReactNode;
}

const list = (values: readonly string[]): ReactNode => values.length > 0 && <Text>{values.join(", ")}</Text>;
const text = (value: string | undefined): ReactNode => value !== undefined && <Text>{value}</Text>;

/** Columns of the list of traces after the name, from left to right. `styles.css` has their widths. */
export const TRACE_COLUMNS: readonly TraceColumn[] = [
  {
    label: "Started",
    order: "newest",
    cell: ({ startTime }) => <time dateTime={new Date(startTime).toISOString()}>{timeText(startTime)}</time>,
  },
  { label: "Latency", order: "latency", isNumber: true, cell: ({ latency }) => durationText(latency) },
  { label: "Tokens", order: "tokens", isNumber: true, unit: "tokens", cell: ({ tokens }) => countText(tokens) },
  { label: "Cost", order: "cost", isNumber: true, cell: ({ cost }) => costText(cost) },
  {
    label: "Errors",
    order: "errors",
    isNumber: true,
    unit: "failed",
    cell: ({ errors }) => errors > 0 && <strong className="text-red">{countText(errors)}</strong>,
  },
  { label: "Model", isWideOnly: true, cell: ({ models }) => list(models) },
  { label: "User", isWideOnly: true, cell: ({ userId }) => text(userId) },
  { label: "Session", isWideOnly: true, cell: ({ sessionId }) => text(sessionId) },
  { label: "Tags", isWideOnly: true, cell: ({ tags }) => list(tags) },
];
