import { VIEW_PATHS } from "../../pages/page-views.ts";
import type { Project } from "../data/project.tsx";

/** Returns the address of an annotation queue. */
export function queueAddress({ path }: Pick<Project, "path">, queueId: string): string {
  return `${path}${VIEW_PATHS.queues}/${encodeURIComponent(queueId)}`;
}

/** Returns the address at which an item of a queue is labelled. */
export function labelAddress(project: Pick<Project, "path">, queueId: string, itemId: string): string {
  return `${queueAddress(project, queueId)}/items/${encodeURIComponent(itemId)}`;
}
