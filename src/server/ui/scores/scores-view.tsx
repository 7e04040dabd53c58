import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { EmptyState } from "../components/empty-state.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { ReadAgain } from "../components/read-again.tsx";
import { useAddressState } from "../data/address-state.ts";
import { useProject } from "../data/project.tsx";
import { useScoreKinds } from "../data/score-kinds.ts";
import { AgreementPart } from "./agreement-part.tsx";
import { DistributionPart } from "./distribution-part.tsx";
import { ScoreListPart } from "./score-list-part.tsx";

/** Parts of the view, each with its name for people and what it shows. */
const PARTS = {
  list: { label: "List", Part: ScoreListPart },
  values: { label: "Values", Part: DistributionPart },
  agreement: { label: "Agreement", Part: AgreementPart },
} as const;

type PartName = keyof typeof PARTS;

const NAMES = Object.keys(PARTS) as PartName[];

/** Program that gives the first score. */
const FIRST_SCORE = `import { SvcClient } from "@svc/client";

const svc = new SvcClient();
svc.score.create({ traceId, name: "helpful", value: 1 });
await svc.flush();`;

/** Scores of the project: the list, their values over time, and how far two of them agree. The address holds all choices. */
export function ScoresView(): ReactElement {
  const [name] = useAddressState<PartName>("show", "list", NAMES);
  const { data: kinds, error, refetch, dataUpdatedAt } = useScoreKinds();
  const queries = useQueryClient();
  const queryKey = ["scores", useProject().id];
  const isReading = useIsFetching({ queryKey }) > 0;
  const { Part } = PARTS[name];
  return (
    <PageFrame title="Scores">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2">
        <h1 className="font-semibold">Scores</h1>
        <PartLinks chosen={name} />
        <ReadAgain
          readAt={dataUpdatedAt}
          isReading={isReading}
          onRead={() => void queries.invalidateQueries({ queryKey })}
        />
      </div>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {kinds === undefined && error === null && <p className="p-4" aria-busy />}
      {kinds?.length === 0 && (
        <EmptyState title="There is no score yet" code={FIRST_SCORE}>
          A score says how good a trace, an observation, a session or an experiment is. People, programs and models give
          scores:
        </EmptyState>
      )}
      {kinds !== undefined && kinds.length > 0 && <Part kinds={kinds} />}
    </PageFrame>
  );
}

function PartLinks({ chosen }: { chosen: PartName }): ReactElement {
  const [, setParameters] = useSearchParams();
  return (
    <nav aria-label="Parts" className="flex gap-1">
      {NAMES.map((name) => (
        <a
          key={name}
          href={name === "list" ? "?" : `?show=${name}`}
          className={`button ${name === chosen ? "bg-chosen font-semibold" : ""}`}
          {...(name === chosen && { "aria-current": "page" as const })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            setParameters(name === "list" ? {} : { show: name });
          }}
        >
          {PARTS[name].label}
        </a>
      ))}
    </nav>
  );
}
