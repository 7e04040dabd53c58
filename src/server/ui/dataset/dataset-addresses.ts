import type { Project } from "../data/project.tsx";

/** Returns the address of a dataset. */
export function datasetAddress({ path }: Project, datasetId: string): string {
  return `${path}/datasets/${encodeURIComponent(datasetId)}`;
}
