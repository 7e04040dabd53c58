import type { CSSProperties, ReactElement, Ref } from "react";
import { Link } from "wouter";
import { Text } from "../components/text.tsx";
import { TypeBadge } from "../components/type-badge.tsx";
import { useProject } from "../data/project.tsx";
import type { TraceSummary } from "../data/trace-summary.ts";
import { type TraceColumn, type TraceColumnName, columnOf } from "./trace-columns.tsx";

interface TraceRowProps {
  ref: Ref<HTMLDivElement>;
  trace: TraceSummary;
  columns: readonly TraceColumnName[];
  /** Place in the list, from 0. */
  index: number;
  style: CSSProperties;
}

/** Trace as a row of the list. The whole row is its link. */
export function TraceRow({ ref, trace, columns, index, style }: TraceRowProps): ReactElement {
  const { path } = useProject();
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      style={style}
      className="trace-grid border-line hover:bg-hover focus-within:bg-hover absolute inset-x-0 top-0 border-b px-4 py-2"
    >
      <div role="cell" className="flex w-full min-w-0 items-center gap-2">
        <TypeBadge type={trace.type} />
        <Link
          href={`${path}/traces/${encodeURIComponent(trace.traceId)}`}
          className="flex min-w-0 font-medium after:absolute after:inset-0"
        >
          <Text>{trace.name === "" ? "unnamed" : trace.name}</Text>
        </Link>
      </div>
      {columns.map((name) => (
        <TraceCell key={name} column={columnOf(name)} trace={trace} />
      ))}
    </div>
  );
}

function TraceCell({ column, trace }: { column: TraceColumn; trace: TraceSummary }): ReactElement {
  const { isNumber, isLine, isWideOnly, unit, cell } = column;
  const content = cell(trace);
  const place = isWideOnly ? "hidden lg:flex" : "text-soft lg:text-text empty:hidden lg:empty:block";
  return (
    <div
      role="cell"
      className={`min-w-0 whitespace-nowrap tabular-nums ${isNumber ? "lg:text-right" : ""} ${isLine ? "flex w-full" : ""} ${place}`}
    >
      {content}
      {content && unit !== undefined && <span className="lg:hidden"> {unit}</span>}
    </div>
  );
}
