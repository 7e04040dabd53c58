import { Documents } from "../storage/documents.ts";

/** Queue of objects that people score. Its unique key is its name. */
export interface AnnotationQueue {
  name: string;
  description: string | null;
  /** Ids of the score configs to score each item with. */
  scoreConfigIds: string[];
}

/** Object in a queue. The queue is its parent, and the unique key contains queue, type and id of the object. */
export interface AnnotationQueueItem {
  objectId: string;
  objectType: "TRACE" | "OBSERVATION" | "SESSION";
  status: "PENDING" | "COMPLETED";
  /** Time of completion, ISO 8601; null while the item is pending. */
  completedAt: string | null;
}

export const annotationQueues: Documents<AnnotationQueue> = new Documents<AnnotationQueue>("annotation-queue");

export const annotationQueueItems: Documents<AnnotationQueueItem> = new Documents<AnnotationQueueItem>(
  "annotation-queue-item",
);

/** Assignments of users to queues. The queue is the parent, and the unique key contains queue and user. */
export const annotationAssignments: Documents<{ userId: string }> = new Documents<{ userId: string }>(
  "annotation-assignment",
);
