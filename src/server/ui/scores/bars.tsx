import type { ReactElement } from "react";
import { Text } from "../components/text.tsx";
import type { Bar } from "../data/score-distribution.ts";

/** Bars of a distribution, a row each, with their numbers as text. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }): ReactElement {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <table aria-label={label} className="w-full max-w-3xl">
      <thead className="sr-only">
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Scores</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label: name, count }) => (
          <tr key={name}>
            <th scope="row" className="w-px max-w-40 truncate pr-3 text-right font-normal tabular-nums">
              <Text>{name}</Text>
            </th>
            <td>
              <div className="flex items-center gap-2">
                <div
                  aria-hidden
                  className="bg-link h-4 rounded-sm"
                  style={{ width: `${(85 * count) / most}%`, minWidth: count === 0 ? 0 : 2 }}
                />
                <span className="text-soft tabular-nums">{count.toLocaleString("en")}</span>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
