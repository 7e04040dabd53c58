import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useChangedTraces } from "./changed-traces.ts";
import { type TracePage, type TracePlace, findTraces, matching } from "./find-traces.ts";
import { useProject } from "./project.tsx";
import type { TraceQuery } from "./trace-query.ts";
import { type TraceSummary, summarize } from "./trace-summary.ts";

/** List of traces that follows what is stored. */
export interface TraceList {
  readonly traces: readonly TraceSummary[];
  /** New traces that are not in the list yet: putting them there would move what is being read. */
  readonly waiting: number;
  /** Puts the new traces into the list. */
  readonly showWaiting: () => void;
  readonly isLoading: boolean;
  readonly isLive: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

type Pages = InfiniteData<TracePage>;

/**
 * Returns the traces that a query finds, kept up to date. New traces wait while `isBeingRead` returns true. `onChange` is called
 * when observations have arrived.
 */
export function useTraceList(query: TraceQuery, isBeingRead: () => boolean, onChange?: () => void): TraceList {
  const project = useProject();
  const { id } = project;
  const client = useQueryClient();
  const key = useMemo(() => ["traces", id, query], [id, query]);
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }) => findTraces(project, query, pageParam),
    initialPageParam: undefined as TracePlace | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  });
  const [waiting, setWaiting] = useState<readonly TraceSummary[]>([]);

  const change = (alter: (pages: Pages) => Pages): void => {
    client.setQueryData<Pages>(key, (pages) => pages && alter(pages));
  };
  const listedIds = (): ReadonlySet<string> =>
    new Set(client.getQueryData<Pages>(key)?.pages.flatMap(({ traces }) => traces.map(traceIdOf)));
  const take = (read: readonly TraceSummary[]): void => {
    const listed = listedIds();
    const summaries = new Map(read.map((summary) => [summary.traceId, summary]));
    const added = read.filter(({ traceId }) => !listed.has(traceId));
    change((pages) => withReplaced(pages, summaries));
    const isShown = query.order === "newest" && !isBeingRead();
    if (isShown) change((pages) => withFirst(pages, added));
    setWaiting((before) => {
      const others = before.filter(({ traceId }) => !summaries.has(traceId));
      return isShown ? others : [...added, ...others].toSorted(byStart);
    });
  };
  const isLive = useChangedTraces(async (traceIds) => {
    onChange?.();
    const listed = listedIds();
    const [known, others] = [true, false].map((isListed) => traceIds.filter((each) => listed.has(each) === isListed));
    take(await summarize(project, [...known!, ...(await matching(project, query, others!))], query));
  });
  // A list that is shown again keeps its pages. Only the first one is read: what has changed since is most likely there.
  const catchUp = useEffectEvent(async () => {
    if (client.getQueryData<Pages>(key) === undefined) return;
    const { traces } = await findTraces(project, query);
    const listed = listedIds();
    if (traces.some(({ traceId }) => listed.has(traceId))) take(traces);
    else await client.resetQueries({ queryKey: key, exact: true });
  });
  useEffect(() => {
    setWaiting([]);
    // After a failed read the list stays as it was.
    catchUp().catch(() => undefined);
  }, [key]);

  return {
    traces: useMemo(() => (list.data === undefined ? [] : tracesOf(list.data)), [list.data]),
    waiting: waiting.length,
    showWaiting: () => {
      setWaiting([]);
      if (query.order === "newest") change((pages) => withFirst(pages, waiting));
      else void list.refetch();
    },
    isLoading: list.isPending,
    isLive,
    error: list.error,
    hasMore: list.hasNextPage && !list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
  };
}

/** Returns the traces of all pages. A trace that goes on for long can be in several: it is listed once. */
function tracesOf({ pages }: Pages): TraceSummary[] {
  const byId = new Map<string, TraceSummary>();
  for (const { traces } of pages)
    for (const trace of traces) if (!byId.has(trace.traceId)) byId.set(trace.traceId, trace);
  return [...byId.values()];
}

function traceIdOf({ traceId }: TraceSummary): string {
  return traceId;
}

function byStart(one: TraceSummary, other: TraceSummary): number {
  return other.startTime - one.startTime;
}

function withReplaced(pages: Pages, summaries: ReadonlyMap<string, TraceSummary>): Pages {
  const replaced = (trace: TraceSummary): TraceSummary => summaries.get(trace.traceId) ?? trace;
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, traces: page.traces.map(replaced) })) };
}

function withFirst(pages: Pages, added: readonly TraceSummary[]): Pages {
  const [first, ...others] = pages.pages;
  if (first === undefined || added.length === 0) return pages;
  return { ...pages, pages: [{ ...first, traces: [...added.toSorted(byStart), ...first.traces] }, ...others] };
}
