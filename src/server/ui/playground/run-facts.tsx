import type { ObservationV2 } from "@svc/core/api";
import { sumOfSide } from "@svc/core/internal";
import type { ReactElement } from "react";
import { costText, countText, durationText } from "../components/format.ts";

interface RunFactsProps {
  original: ObservationV2 | undefined;
  run: ObservationV2 | undefined;
}

type Fact = readonly [label: string, text: (observation: ObservationV2) => string];

const FACTS: readonly Fact[] = [
  ["Model", ({ providedModelName }) => providedModelName?.slice(0, 200) ?? ""],
  ["Latency", ({ latency }) => secondsText(latency)],
  ["First token", ({ timeToFirstToken }) => secondsText(timeToFirstToken)],
  ["Tokens in", ({ usageDetails }) => countText(sumOfSide(usageDetails ?? {}, "input") ?? 0)],
  ["Tokens out", ({ usageDetails }) => countText(sumOfSide(usageDetails ?? {}, "output") ?? 0)],
  ["Cost", ({ totalCost }) => costText(totalCost ?? 0)],
];

/** Figures of a run beside those of the original, a row each. Nothing without either. */
export function RunFacts({ original, run }: RunFactsProps): ReactElement | null {
  const columns = [
    { label: "Original", observation: original },
    { label: "Run", observation: run },
  ].flatMap(({ label, observation }) => (observation === undefined ? [] : [{ label, observation }]));
  if (columns.length === 0) return null;
  return (
    <table aria-label="Figures" className="bg-panel mb-3 w-full max-w-xl table-fixed tabular-nums">
      <thead className="text-soft text-left">
        <tr>
          <td className="w-28 px-2 py-1" />
          {columns.map(({ label }) => (
            <th key={label} scope="col" className="px-2 py-1 font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {FACTS.map(([name, text]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="text-soft px-2 py-0.5 text-left font-normal">
              {name}
            </th>
            {columns.map(({ label, observation }) => (
              <td key={label} className="px-2 py-0.5 break-words">
                <bdi>{text(observation)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function secondsText(seconds: number | null | undefined): string {
  return seconds == null ? "" : durationText(seconds * 1_000);
}
