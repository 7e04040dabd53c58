import type { Prompt } from "@svc/core/api";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useProject } from "../data/project.tsx";

/** Returns a version of a prompt, with the texts of the prompts that it refers to when `isWhole` is true. */
export function useVersion(
  name: string,
  version: number,
  isWhole: boolean,
  isWanted: boolean = true,
): UseQueryResult<Prompt> {
  const { id, api } = useProject();
  return useQuery({
    queryKey: ["prompt", id, name, version, isWhole],
    queryFn: async () => api.prompts.get(name, { version, resolve: isWhole }),
    enabled: isWanted,
  });
}
