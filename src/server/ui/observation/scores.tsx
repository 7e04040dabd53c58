import type { ObservationV2, ScoreV3 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Permitted } from "../components/permitted.tsx";
import { useProject } from "../data/project.tsx";
import { readScores } from "../data/trace-scores.ts";
import { ScoreForm } from "./score-form.tsx";
import { ScoreTable } from "./score-table.tsx";
import { Section } from "./section.tsx";

/** Scores of an observation, for the root also those of the trace, and a form that adds one. */
export function Scores({ observation }: { observation: ObservationV2 }): ReactElement {
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
  return (
    <Section title="Scores">
      {scores.length > 0 && <ScoreTable scores={scores} traceId={traceId} />}
      <Permitted change="POST /api/public/scores">
        <ScoreForm observation={observation} />
      </Permitted>
    </Section>
  );
}
