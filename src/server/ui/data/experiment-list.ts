import type { Experiment } from "@svc/core/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ExperimentTotals } from "../../query/experiment-query.ts";
import { readLocal } from "./local-api.ts";
import { type PageList, listOf } from "./page-list.ts";
import { type Project, useProject } from "./project.tsx";

/** Experiment with its totals; undefined for one without a span of an item. */
export type ListedExperiment = Experiment & { readonly totals: ExperimentTotals | undefined };

/** Start of time: experiments of any age are listed. */
export const ALL_TIME = "1970-01-01T00:00:00.000Z";

/** Experiments that are read at once. */
const LIMIT = 50;

/** Returns the experiments of the project, the most recent first. `datasetId` leaves out those on other data. */
export function useExperimentList(datasetId?: string): PageList<ListedExperiment> {
  const project = useProject();
  const list = useInfiniteQuery({
    queryKey: ["experiments", project.id, datasetId],
    queryFn: async ({ pageParam }) => {
      const { data, meta } = await project.api.experiments.list({
        fromStartTime: ALL_TIME,
        limit: LIMIT,
        cursor: pageParam,
        datasetId,
      });
      return { experiments: await withTotals(project, data), cursor: meta.cursor ?? undefined };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    // A run adds items and scores while it is looked at elsewhere.
    refetchOnWindowFocus: true,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ experiments }) => experiments) ?? [], [list.data]);
  return listOf(list, rows);
}

/** Reads the experiments with these ids. Leaves out those that are not stored. */
export async function readExperiments(project: Project, ids: readonly string[]): Promise<ListedExperiment[]> {
  const filter = JSON.stringify([{ type: "stringOptions", column: "id", operator: "any of", value: ids }]);
  const { data } = await project.api.experiments.list({ fromStartTime: ALL_TIME, limit: ids.length, filter });
  return withTotals(project, data);
}

async function withTotals(project: Project, experiments: readonly Experiment[]): Promise<ListedExperiment[]> {
  if (experiments.length === 0) return [];
  const ids = JSON.stringify(experiments.map(({ id }) => id));
  const { data } = await readLocal<{ data: ExperimentTotals[] }>(project, "experiments/totals", { ids });
  const totalsOf = new Map(data.map((totals) => [totals.experimentId, totals]));
  return experiments.map((experiment) => ({ ...experiment, totals: totalsOf.get(experiment.id) }));
}
