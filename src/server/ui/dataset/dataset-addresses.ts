import type { Project } from "../data/project.tsx";

export function datasetAddress({ path }: Project, datasetId: string): string {
  return `${path}/datasets/${encodeURIComponent(datasetId)}`;
}
