import { isJsonObject } from "@svc/core/internal/messages";
import type { ObservationV2 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { type Project, useProject } from "../data/project.tsx";
import { FactLink } from "./fact-link.tsx";

/** Place of a run: an observation of a trace. */
interface RunPlace {
  readonly traceId: string;
  readonly id: string;
}

/** Names in the metadata of a run that resumes another: the trace and the observation of the interrupted run. */
const [TRACE, RUN] = ["resumes.trace_id", "resumes.observation_id"];

/** Most runs that are listed for one interruption. */
const MOST = 10;

/** Returns the interrupted run that an observation resumes, as its metadata names it; undefined for any other observation. */
export function resumedRun({ metadata }: ObservationV2): RunPlace | undefined {
  const { [TRACE]: traceId, [RUN]: id } = isJsonObject(metadata) ? metadata : {};
  return typeof traceId === "string" && typeof id === "string" ? { traceId, id } : undefined;
}

export function runAddress({ path }: Project, { traceId, id }: RunPlace): string {
  return `${path}${VIEW_PATHS.traces}/${encodeURIComponent(traceId)}?observation=${encodeURIComponent(id)}`;
}

/** Links to the runs that went on where an interrupted run had stopped, the first one first. */
export function RunsThatResume({ observation }: { observation: ObservationV2 }): ReactElement {
  const project = useProject();
  const { id, startTime } = observation;
  const { data } = useQuery({
    queryKey: ["resuming", project.id, id],
    queryFn: async () => {
      const named = { type: "stringObject", column: "metadata", key: RUN, operator: "=", value: id };
      const filter = JSON.stringify([
        named,
        { type: "datetime", column: "startTime", operator: ">=", value: startTime },
      ]);
      return (await project.api.observations.getMany({ filter, fields: "core,basic", limit: MOST })).data;
    },
  });
  if (data === undefined) return <span aria-busy>…</span>;
  if (data.length === 0) return <span>nothing yet</span>;
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-3">
      {data.toReversed().map((run) => (
        <li key={run.id} className="flex min-w-0">
          <FactLink href={runAddress(project, { traceId: run.traceId ?? "", id: run.id })}>
            {run.name || "unnamed"}
          </FactLink>
        </li>
      ))}
    </ul>
  );
}
