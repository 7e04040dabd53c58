import type { FilterTerm } from "../../query/filter-condition.ts";
import { readLocal } from "./local-api.ts";
import type { Project } from "./project.tsx";

/** Reads the first and the last start among the observations that the conditions find; undefined when they find none. */
export async function readStartTimes(
  project: Project,
  conditions: readonly FilterTerm[],
): Promise<{ first: number; last: number } | undefined> {
  const { first, last } = await readLocal<{ first: string | null; last: string | null }>(
    project,
    "observations/start-times",
    { filter: JSON.stringify(conditions) },
  );
  return first === null || last === null ? undefined : { first: Date.parse(first), last: Date.parse(last) };
}
