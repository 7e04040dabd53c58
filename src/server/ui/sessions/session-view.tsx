import { type ReactElement, useRef } from "react";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import type { FilterCondition } from "../../query/filter-condition.ts";
import { useGroup } from "../data/trace-groups.ts";
import { useTraceList } from "../data/trace-list.ts";
import type { TraceQuery } from "../data/trace-query.ts";
import { GroupHead, NoGroup } from "../groups/group-head.tsx";
import { Turn } from "./turn.tsx";

/** One session as a conversation: what each of its traces was asked and answered, the oldest first. */
export function SessionView({ sessionId }: { sessionId: string }): ReactElement {
  const { group, isLive, error, reload } = useGroup("sessions", sessionId);
  const query = useRef<TraceQuery>({
    conditions: [ofSession(sessionId)],
    time: {},
    order: "newest",
    withScores: false,
    withContent: false,
  });
  const {
    traces,
    isLoading,
    error: listError,
    showWaiting,
    hasMore,
    loadMore,
  } = useTraceList(query.current, () => false);
  const problem = error ?? listError;
  return (
    <PageFrame title={`Session ${sessionId.slice(0, 100)}`} aside={<LiveMark isLive={isLive} />}>
      {problem !== null && <Problem error={problem} onRetry={error === null ? showWaiting : reload} />}
      {group === null && traces.length === 0 ? (
        <NoGroup kind="Session" id={sessionId} />
      ) : (
        <>
          <GroupHead kind="Session" id={sessionId} group={group} />
          <section
            aria-label="Conversation"
            tabIndex={0}
            aria-busy={problem === null && (isLoading || group === undefined)}
            className="border-line bg-panel min-h-0 flex-1 overflow-auto border-t p-4 -outline-offset-2"
          >
            {hasMore && (
              <button type="button" className="button mb-4" onClick={loadMore}>
                Show earlier turns
              </button>
            )}
            <ol className="mx-auto flex max-w-4xl flex-col gap-6">
              {traces.toReversed().map((trace) => (
                <Turn key={trace.traceId} trace={trace} />
              ))}
            </ol>
          </section>
        </>
      )}
    </PageFrame>
  );
}

function ofSession(sessionId: string): FilterCondition {
  return { type: "string", column: "sessionId", operator: "=", value: sessionId };
}
