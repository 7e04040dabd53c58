import type { ReactElement, ReactNode } from "react";

/** Column of a table of records. */
export interface Column<Row> {
  readonly label: string;
  readonly isNumber?: boolean;
  /** True for a column that a narrow window leaves out. */
  readonly isWideOnly?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Name of the table for those who do not see it. */
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Table of records, a row each. For lists of some hundred rows: all of them exist in the page. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>): ReactElement {
  return (
    <table aria-label={label} className="bg-panel w-full border-collapse text-left">
      <thead className="text-soft bg-panel border-line sticky top-0 border-b">
        <tr>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              className={`px-2 py-1.5 font-normal first:pl-4 last:pr-4 lg:px-4 ${classOf(column)}`}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-line hover:bg-hover border-b align-baseline">
            {columns.map((column) => (
              <td
                key={column.label}
                className={`max-w-md px-2 py-2 break-words first:pl-4 last:pr-4 lg:px-4 ${classOf(column)}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf<Row>({ isNumber = false, isWideOnly = false }: Column<Row>): string {
  return `${isNumber ? "text-right tabular-nums" : ""} ${isWideOnly ? "hidden lg:table-cell" : ""}`;
}
