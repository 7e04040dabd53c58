import type { AnnotationQueue, AnnotationQueueItem, ScoreConfig, SvcAPIClient } from "@svc/core/api";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useProject } from "./project.tsx";

/** Annotation queue with all that labelling needs. */
export interface WholeQueue {
  readonly queue: AnnotationQueue;
  /** Score configs of the queue, in its order; without those that are no longer stored. */
  readonly configs: readonly ScoreConfig[];
  /** Items, the oldest first. */
  readonly items: readonly AnnotationQueueItem[];
}

/** Items that the API returns at once, and most items that the page holds. */
const [LIMIT, MOST_ITEMS] = [100, 5_000];

/** Returns an annotation queue with its score configs and items. */
export function useQueue(queueId: string): UseQueryResult<WholeQueue> {
  const { id, api } = useProject();
  return useQuery({ queryKey: ["annotationQueue", id, queueId], queryFn: async () => readQueue(api, queueId) });
}

async function readQueue(api: SvcAPIClient, queueId: string): Promise<WholeQueue> {
  const [queue, items] = await Promise.all([api.annotationQueues.getQueue(queueId), readItems(api, queueId)]);
  const configs = await Promise.all(queue.scoreConfigIds.map(async (configId) => api.scoreConfigs.getById(configId)));
  return { queue, configs, items };
}

async function readItems(api: SvcAPIClient, queueId: string): Promise<readonly AnnotationQueueItem[]> {
  const items: AnnotationQueueItem[] = [];
  for (let page = 1; items.length < MOST_ITEMS; page += 1) {
    const { data, meta } = await api.annotationQueues.listQueueItems(queueId, { page, limit: LIMIT });
    items.push(...data);
    if (page >= meta.totalPages) break;
  }
  return items.toReversed();
}

/** Returns the next item after `from` that is to be labelled, round the end of the queue; undefined when none is left. */
export function nextPending(
  items: readonly AnnotationQueueItem[],
  from: string | undefined,
): AnnotationQueueItem | undefined {
  const place = items.findIndex(({ id }) => id === from);
  const behind = [...items.slice(place + 1), ...items.slice(0, Math.max(place, 0))];
  return behind.find(({ status }) => status === "PENDING");
}
