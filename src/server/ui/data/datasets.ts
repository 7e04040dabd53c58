import type { Dataset, SvcAPIClient } from "@svc/core/api";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useProject } from "./project.tsx";

/** Datasets that the API returns at once. */
const LIMIT = 100;

/** Most datasets that the page holds. */
const MOST = 2_000;

/** Returns the datasets of the project, the newest first. */
export function useDatasets(): UseQueryResult<readonly Dataset[]> {
  const { id, api } = useProject();
  return useQuery({ queryKey: ["datasets", id], queryFn: async () => readDatasets(api) });
}

async function readDatasets(api: SvcAPIClient): Promise<readonly Dataset[]> {
  const datasets: Dataset[] = [];
  for (let page = 1; datasets.length < MOST; page += 1) {
    const { data, meta } = await api.datasets.list({ page, limit: LIMIT });
    datasets.push(...data);
    if (page >= meta.totalPages) break;
  }
  return datasets;
}
