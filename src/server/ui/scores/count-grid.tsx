import type { CSSProperties, ReactElement } from "react";
import { Text } from "../components/text.tsx";

interface CountGridProps {
  columnTitle: string;
  rowTitle: string;
  columns: readonly string[];
  rows: readonly string[];
  /** Numbers, a list for each row. */
  counts: ReadonlyArray<readonly number[]>;
  /** True to frame where row and column have the same label. */
  isDiagonalMarked?: boolean;
}

/** Most labels in a table. */
const MOST = 50;

/** Table of counts whose colour grows with the count. */
export function CountGrid(props: CountGridProps): ReactElement {
  const { columnTitle, rowTitle, columns, rows, counts, isDiagonalMarked = false } = props;
  const most = Math.max(1, ...counts.flat());
  return (
    <table aria-label="Agreement" className="border-collapse">
      <thead>
        <tr>
          <td />
          <th
            scope="colgroup"
            colSpan={Math.min(MOST, columns.length)}
            className="text-soft px-2 pb-1 text-left font-normal"
          >
            <Text>{columnTitle}</Text>
          </th>
        </tr>
        <tr>
          <th scope="col" className="text-soft px-2 text-left font-normal">
            <Text>{rowTitle}</Text>
          </th>
          {columns.slice(0, MOST).map((label) => (
            <th key={label} scope="col" className="max-w-32 truncate px-2 font-normal tabular-nums">
              <Text>{label}</Text>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {counts.slice(0, MOST).map((row, place) => (
          <tr key={rows[place]}>
            <th scope="row" className="max-w-40 truncate px-2 text-right font-normal tabular-nums">
              <Text>{rows[place] ?? ""}</Text>
            </th>
            {row.slice(0, MOST).map((count, column) => (
              <td
                key={columns[column]}
                className={`border-line min-w-12 border px-2 py-1 text-center tabular-nums ${isDiagonalMarked && place === column ? "outline-link outline-2 -outline-offset-2" : ""}`}
                style={shade(count / most)}
              >
                {count === 0 ? "" : count.toLocaleString("en")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the background of a cell. At most a quarter of the colour, so that the text keeps its contrast. */
function shade(part: number): CSSProperties {
  return { backgroundColor: `color-mix(in srgb, var(--color-link) ${Math.round(part * 25)}%, transparent)` };
}
