import type { ReactNode } from "react";
import type { TraceGroup } from "../../query/session-query.ts";
import type { Column } from "../components/data-table.tsx";
import { costText, countText, timeText } from "../components/format.ts";

/** Columns of totals that lists of sessions and of users share. */
export const TOTAL_COLUMNS: ReadonlyArray<Column<TraceGroup>> = [
  { label: "Traces", isNumber: true, cell: ({ traces }) => countText(traces) },
  { label: "Tokens", isNumber: true, isWideOnly: true, cell: ({ tokens }) => countText(tokens) },
  { label: "Cost", isNumber: true, isWideOnly: true, cell: ({ cost }) => costText(cost) },
  { label: "Errors", isNumber: true, cell: ({ errors }) => <ErrorCount count={errors} /> },
  { label: "Scores", isNumber: true, isWideOnly: true, cell: ({ scores }) => countText(scores) },
];

/** Columns of the first and the last time. */
export const TIME_COLUMNS: ReadonlyArray<Column<TraceGroup>> = [
  { label: "First", isWideOnly: true, cell: ({ firstTime }) => timeCell(firstTime) },
  { label: "Last", cell: ({ lastTime }) => timeCell(lastTime) },
];

function timeCell(time: number): ReactNode {
  return (
    <time dateTime={new Date(time).toISOString()} className="sm:whitespace-nowrap">
      {timeText(time)}
    </time>
  );
}

function ErrorCount({ count }: { count: number }): ReactNode {
  return count > 0 && <strong className="text-red">{countText(count)}</strong>;
}
