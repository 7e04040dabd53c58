import type { ObservationV2 } from "@svc/core/api";
import type { ReactElement } from "react";
import { costText, countText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { PriceSource } from "./price-source.tsx";
import { Section } from "./section.tsx";

/** Usage and cost of an observation by kind. */
export function UsageTable({ observation }: { observation: ObservationV2 }): ReactElement | null {
  const { usageDetails = {}, costDetails = {} } = observation;
  const kinds = [...new Set([...Object.keys(usageDetails), ...Object.keys(costDetails)])];
  if (kinds.length === 0) return null;
  return (
    <Section title="Usage and cost">
      <table className="w-full max-w-md">
        <thead className="text-soft text-left">
          <tr>
            <th scope="col" className="font-normal">
              Kind
            </th>
            <th scope="col" className="text-right font-normal">
              Amount
            </th>
            <th scope="col" className="text-right font-normal">
              USD
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {kinds.map((kind) => (
            <tr key={kind} className="border-line border-t">
              <th scope="row" className="max-w-40 truncate text-left font-normal">
                <Text>{kind}</Text>
              </th>
              <td className="text-right">{countText(usageDetails[kind] ?? 0)}</td>
              <td className="text-right">{costText(costDetails[kind] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-soft mt-1 text-xs break-words">
        <PriceSource observation={observation} />
      </p>
    </Section>
  );
}
