import type { Model } from "@svc/core/api";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ModelUse } from "../../query/model-use.ts";
import { readLocal } from "./local-api.ts";
import { useProject } from "./project.tsx";

/** Days whose use is counted. */
export const USE_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the names of models of the last 30 days, the most frequent first. */
export function useModelUse(): UseQueryResult<readonly ModelUse[]> {
  const project = useProject();
  return useQuery({
    queryKey: ["models", project.id, "use"],
    queryFn: async () => {
      const fromTimestamp = new Date(Date.now() - USE_DAYS * DAY_MS).toISOString();
      return (await readLocal<{ data: ModelUse[] }>(project, "models/use", { fromTimestamp })).data;
    },
  });
}

/** Most models in use that are read by themselves. */
const MOST_USED = 50;

/** Returns the models that these names got their prices of, in the order of the names, without those that are deleted by now. */
export function useUsedModels(use: readonly ModelUse[]): UseQueryResult<readonly Model[]> {
  const { api, id: projectId } = useProject();
  const ids = [...new Set(use.flatMap(({ modelId }) => modelId ?? []))].slice(0, MOST_USED);
  return useQuery({
    queryKey: ["models", projectId, "used", ...ids],
    queryFn: async () => {
      const read = await Promise.allSettled(ids.map(async (id) => api.models.get(id)));
      return read.flatMap((model) => (model.status === "fulfilled" ? model.value : []));
    },
  });
}

/** Returns the id of the model whose prices a name gets; null without one. Reads nothing for an empty name. */
export function useModelMatch(name: string): UseQueryResult<string | null> {
  const project = useProject();
  return useQuery({
    queryKey: ["models", project.id, "match", name],
    queryFn: async () => (await readLocal<{ modelId: string | null }>(project, "models/match", { name })).modelId,
    enabled: name !== "",
  });
}
