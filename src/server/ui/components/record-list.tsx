import type { ReactElement, ReactNode, Ref } from "react";
import type { PageList } from "../data/page-list.ts";
import { type Column, DataTable } from "./data-table.tsx";
import { Problem } from "./problem.tsx";

interface RecordListProps<Row> {
  /** Element that scrolls. */
  ref?: Ref<HTMLDivElement>;
  /** Name of the table for those who do not see it. */
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  keyOf: (row: Row) => string;
  list: PageList<Row>;
  /** Content in place of the table while the list has no record. */
  empty: ReactNode;
}

/** List of records as a table that fills the view: its state of reading, its problem, its first step, and more on request. */
export function RecordList<Row>({ ref, label, columns, keyOf, list, empty }: RecordListProps<Row>): ReactElement {
  return (
    <div ref={ref} className="border-line min-h-0 flex-1 overflow-auto border-t" aria-busy={list.isLoading}>
      {list.error !== null && <Problem error={list.error} onRetry={list.reload} />}
      {!list.isLoading && list.error === null && list.rows.length === 0 && empty}
      {list.rows.length > 0 && <DataTable label={label} columns={columns} keyOf={keyOf} rows={list.rows} />}
      {list.hasMore && (
        <button type="button" className="button m-4" onClick={list.loadMore}>
          Show more
          {list.total !== undefined && `: ${(list.total - list.rows.length).toLocaleString("en")} are left`}
        </button>
      )}
    </div>
  );
}
