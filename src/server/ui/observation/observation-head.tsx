import type { ObservationV2 } from "@svc/core/api";
import type { ReactElement, ReactNode } from "react";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { Facts } from "../components/facts.tsx";
import { durationText, timeText } from "../components/format.ts";
import { LongText } from "../components/long-text.tsx";
import { Text } from "../components/text.tsx";
import { TypeBadge } from "../components/type-badge.tsx";
import { useProject } from "../data/project.tsx";
import { promptAddress } from "../prompts/prompt-addresses.ts";
import { FactLink } from "./fact-link.tsx";
import { ObservationActions } from "./observation-actions.tsx";
import { RunsThatResume, resumedRun, runAddress } from "./resumed-runs.tsx";

interface ObservationHeadProps {
  observation: ObservationV2;
  /** Observation with its contents, once they are read. */
  whole: ObservationV2 | undefined;
  /** Way in which the call ended, when it neither finished nor failed. */
  outcome: string | undefined;
}

/** Name of an observation, how it ended, and the facts about it. */
export function ObservationHead({ observation, whole, outcome }: ObservationHeadProps): ReactElement {
  const { name, type, level, statusMessage } = observation;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <TypeBadge type={type} />
        <h2 className="flex min-w-0 text-base font-semibold">
          <Text>{name || "unnamed"}</Text>
        </h2>
        {level !== "DEFAULT" && level !== undefined && (
          <strong className={level === "ERROR" ? "text-red" : "text-amber"}>{level}</strong>
        )}
        {outcome !== undefined && (
          <strong className="text-amber">
            <Text>{outcome}</Text>
          </strong>
        )}
        <div className="ml-auto">{whole && <ObservationActions key={whole.id} observation={whole} />}</div>
      </div>
      {statusMessage != null && statusMessage !== "" && (
        <div className={`mt-1 ${level === "ERROR" ? "text-red" : "text-soft"}`}>
          <LongText>{statusMessage}</LongText>
        </div>
      )}
      <div className="mt-2">
        <HeadFacts observation={observation} whole={whole} outcome={outcome} />
      </div>
    </>
  );
}

function HeadFacts({ observation, whole, outcome }: ObservationHeadProps): ReactElement {
  const project = useProject();
  const { startTime, endTime, completionStartTime, userId, sessionId } = observation;
  const start = Date.parse(startTime);
  const group = (path: string, id: string | null | undefined): ReactNode =>
    id && <FactLink href={`${project.path}${path}/${encodeURIComponent(id)}`}>{id}</FactLink>;
  const resumed = whole && resumedRun(whole);
  const { promptName, promptVersion = null } = whole ?? {};
  return (
    <Facts
      facts={[
        ["Started", timeText(start)],
        ["Latency", endTime !== null && durationText(Date.parse(endTime) - start)],
        ["First token", completionStartTime != null && durationText(Date.parse(completionStartTime) - start)],
        ["Model", text(observation.providedModelName)],
        ["User", group(VIEW_PATHS.users, userId)],
        ["Session", group(VIEW_PATHS.sessions, sessionId)],
        ["Environment", text(observation.environment)],
        ["Release", text(observation.release)],
        ["Tags", text(observation.tags?.join(", "))],
        [
          "Prompt",
          promptName != null && (
            <FactLink href={promptAddress(project, promptName, promptVersion ?? undefined)}>
              {promptVersion === null ? promptName : `${promptName} version ${promptVersion}`}
            </FactLink>
          ),
        ],
        ["Resumes", resumed && <FactLink href={runAddress(project, resumed)}>the interrupted run</FactLink>],
        ["Resumed by", outcome === "interrupted" && <RunsThatResume observation={observation} />],
      ]}
    />
  );
}

function text(value: string | null | undefined): ReactNode {
  return value && <Text>{value}</Text>;
}
