import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useMemo } from "react";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { useChangedTraces } from "../data/changed-traces.ts";
import { useProject } from "../data/project.tsx";
import { readTrace } from "../data/trace-observations.ts";
import { readOutcomes } from "../data/trace-outcomes.ts";
import { TracePanes } from "./trace-panes.tsx";
import { treeOf } from "./trace-tree.ts";

const NO_OUTCOMES: ReadonlyMap<string, string> = new Map();

/** One trace: its observations as tree and waterfall, and the chosen one in full. */
export function TraceView({ traceId }: { traceId: string }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const queryKey = useMemo(() => ["trace", id, traceId], [id, traceId]);
  const { data, error, isPending, refetch } = useQuery({ queryKey, queryFn: async () => readTrace(api, traceId) });
  const { data: outcomes = NO_OUTCOMES } = useQuery({
    queryKey: [...queryKey, "outcomes"],
    queryFn: async () => readOutcomes(api, traceId),
  });
  const isLive = useChangedTraces(async (changed) => {
    if (changed.includes(traceId)) await queries.invalidateQueries({ queryKey });
  });
  const tree = useMemo(() => treeOf(data ?? []), [data]);
  const top = tree.nodes[0]?.observation;
  const title = top?.traceName ?? top?.name ?? traceId;
  return (
    <PageFrame title={title.slice(0, 100)} aside={<LiveMark isLive={isLive} />}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p aria-busy className="p-8">
          Reading the trace…
        </p>
      )}
      {data?.length === 0 && <NoTrace traceId={traceId} />}
      {top !== undefined && <TracePanes title={title} tree={tree} outcomes={outcomes} />}
    </PageFrame>
  );
}

function NoTrace({ traceId }: { traceId: string }): ReactElement {
  return (
    <div className="p-8">
      <h1 className="mb-2 text-xl font-semibold">There is no such trace</h1>
      <p>
        Nothing of trace <bdi className="font-mono break-all">{traceId}</bdi> has arrived. Observations arrive when they
        have ended: this page shows them then.
      </p>
    </div>
  );
}
