import type { ObservationV2, ScoreV3 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";
import { readScores } from "../data/trace-scores.ts";
import { Section } from "./section.tsx";

/** Scores of an observation; for the root also those of the trace. */
export function ScoreTable({ observation }: { observation: ObservationV2 }): ReactElement | null {
  const { id, api } = useProject();
  const traceId = observation.traceId ?? "";
  const { data = [] } = useQuery({
    queryKey: ["scores", id, traceId],
    queryFn: async () => readScores(api, traceId),
    staleTime: 5_000,
  });
  const isShown = ({ subject }: ScoreV3): boolean =>
    subject?.kind === "observation" ? subject.id === observation.id : observation.parentObservationId === null;
  const scores = data.filter(isShown);
  if (scores.length === 0) return null;
  return (
    <Section title="Scores">
      <table className="w-full">
        <thead className="text-soft text-left">
          <tr>
            {["Name", "Value", "Of", "Source", "Comment"].map((label) => (
              <th key={label} scope="col" className="font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.map(({ id, name, value, subject, source, comment }) => (
            <tr key={id} className="border-line border-t align-top">
              <th scope="row" className="max-w-40 truncate text-left font-medium">
                <Text>{name}</Text>
              </th>
              <td className="max-w-40 truncate">
                <Text>{String(value)}</Text>
              </td>
              <td>{subject?.kind ?? "trace"}</td>
              <td>{source}</td>
              <td className="break-words">
                <bdi>{comment?.slice(0, 1_000)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
