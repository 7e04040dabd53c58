import type { AnnotationQueueItem, ObservationV2, SvcAPIClient } from "@svc/core/api";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactElement, useRef } from "react";
import { Link } from "wouter";
import { Problem } from "../components/problem.tsx";
import { useProject } from "../data/project.tsx";
import { useTraceList } from "../data/trace-list.ts";
import type { TraceQuery } from "../data/trace-query.ts";
import { summarize } from "../data/trace-summary.ts";
import { ObservationDetails } from "../observation/observation-details.tsx";
import { Turn } from "../sessions/turn.tsx";

/** Returns the observation that an item is about; null for one that is not stored. */
export function useItemObservation({
  objectId,
  objectType,
}: AnnotationQueueItem): UseQueryResult<ObservationV2 | null> {
  const { id, api } = useProject();
  return useQuery({
    queryKey: ["annotatedObservation", id, objectId],
    queryFn: async () => (await findObservation(api, objectId)) ?? null,
    enabled: objectType === "OBSERVATION",
  });
}

async function findObservation(api: SvcAPIClient, observationId: string): Promise<ObservationV2 | undefined> {
  const filter = JSON.stringify([{ type: "string", column: "id", operator: "=", value: observationId }]);
  return (await api.observations.getMany({ filter, fields: "core,basic,time,model,usage,trace_context", limit: 1 }))
    .data[0];
}

/** Content of the object that an item is about. */
export function ObjectContent({ item }: { item: AnnotationQueueItem }): ReactElement {
  if (item.objectType === "SESSION") return <SessionTurns sessionId={item.objectId} />;
  if (item.objectType === "TRACE") return <TraceTurn traceId={item.objectId} />;
  return <Observation item={item} />;
}

function Observation({ item }: { item: AnnotationQueueItem }): ReactElement {
  const { path } = useProject();
  const { data, error, refetch } = useItemObservation(item);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Reading />;
  if (data === null) return <Missing kind="observation" id={item.objectId} />;
  const query = new URLSearchParams({ observation: data.id }).toString();
  return (
    <>
      <p className="px-4 pt-3">
        <Link
          href={`${path}/traces/${encodeURIComponent(data.traceId ?? "")}?${query}`}
          className="text-link underline"
        >
          Show the whole trace
        </Link>
      </p>
      <ObservationDetails key={data.id} row={data} outcome={undefined} />
    </>
  );
}

/** Trace as what it was asked and answered, with the link to the whole of it. */
function TraceTurn({ traceId }: { traceId: string }): ReactElement {
  const project = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: ["annotatedTrace", project.id, traceId],
    queryFn: async () => (await summarize(project, [traceId], { withScores: false, withContent: false }))[0] ?? null,
  });
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Reading />;
  if (data === null) return <Missing kind="trace" id={traceId} />;
  return (
    <ol className="p-4">
      <Turn trace={data} />
    </ol>
  );
}

function Reading(): ReactElement {
  return (
    <p aria-busy className="p-8">
      Reading the item…
    </p>
  );
}

function Missing({ kind, id }: { kind: string; id: string }): ReactElement {
  return (
    <p className="p-8 break-words">
      There is no {kind} <bdi className="font-mono">{id.slice(0, 300)}</bdi>. It may have been deleted, or not have
      arrived.
    </p>
  );
}

function SessionTurns({ sessionId }: { sessionId: string }): ReactElement {
  const query = useRef<TraceQuery>({
    conditions: [{ type: "string", column: "sessionId", operator: "=", value: sessionId }],
    time: {},
    order: "newest",
    withScores: false,
    withContent: false,
  });
  const { traces, isLoading, hasMore, loadMore } = useTraceList(query.current, () => false);
  return (
    <div className="p-4" aria-busy={isLoading}>
      {hasMore && (
        <button type="button" className="button mb-4" onClick={loadMore}>
          Show earlier turns
        </button>
      )}
      {!isLoading && traces.length === 0 && <p>The session has no trace.</p>}
      <ol className="flex flex-col gap-6">
        {traces.toReversed().map((trace) => (
          <Turn key={trace.traceId} trace={trace} />
        ))}
      </ol>
    </div>
  );
}
