import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { readLocal } from "./local-api.ts";
import { useProject } from "./project.tsx";

/** Version of a prompt without its content. */
export interface VersionMeta {
  readonly version: number;
  readonly labels: readonly string[];
  readonly commitMessage: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Version of another prompt that includes the text of a prompt. */
export interface Referrer {
  readonly name: string;
  readonly version: number;
  readonly referredVersion: number | null;
  readonly referredLabel: string | null;
}

/** Versions of a prompt, the newest first, and the prompts that refer to it. */
export interface PromptHistory {
  readonly versions: readonly VersionMeta[];
  readonly referrers: readonly Referrer[];
}

/** Returns the versions of a prompt. */
export function usePromptHistory(name: string): UseQueryResult<PromptHistory> {
  const project = useProject();
  return useQuery({
    queryKey: ["prompt", project.id, name, "history"],
    queryFn: async () => readLocal<PromptHistory>(project, `prompts/${encodeURIComponent(name)}/history`),
  });
}
