import type { PromptMeta, SvcAPIClient } from "@svc/core/api";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useProject } from "./project.tsx";

/** Prompts of a project, by name. */
export interface PromptList {
  readonly prompts: readonly PromptMeta[];
  /** Number of all prompts, which can be more than were read. */
  readonly total: number;
}

/** Most prompts that the API returns at once. */
const PAGE = 100;

/** Most prompts that the page reads. */
const MOST = 5_000;

/** Returns all prompts of the project: their folders are made of their names. */
export function usePromptList(): UseQueryResult<PromptList> {
  const { id, api } = useProject();
  return useQuery({ queryKey: ["prompts", id], queryFn: async () => readPrompts(api) });
}

async function readPrompts(api: SvcAPIClient): Promise<PromptList> {
  const prompts: PromptMeta[] = [];
  let total = 0;
  for (let page = 1; prompts.length < MOST; page += 1) {
    const { data, meta } = await api.prompts.list({ page, limit: PAGE });
    prompts.push(...data);
    total = meta.totalItems;
    if (page >= meta.totalPages) break;
  }
  return { prompts, total };
}
