import { Documents } from "./documents.ts";

/** A queue of things that people are to score. Its unique key is its name. */
export interface AnnotationQueue {
  name: string;
  description: string | null;
  /** What an item is to be scored with. */
  scoreConfigIds: string[];
}

/** Something in a queue, which is its parent. */
export interface AnnotationQueueItem {
  objectId: string;
  objectType: "TRACE" | "OBSERVATION" | "SESSION";
  status: "PENDING" | "COMPLETED";
  /** When it was completed, ISO 8601; null while it is pending. */
  completedAt: string | null;
}

/** Every queue. */
export const annotationQueues: Documents<AnnotationQueue> = new Documents<AnnotationQueue>("annotation-queue");

/** Everything in the queues. */
export const annotationQueueItems: Documents<AnnotationQueueItem> = new Documents<AnnotationQueueItem>(
  "annotation-queue-item",
);

/** Who is to work on which queue: the queue is the parent, and the unique key has both. */
export const annotationAssignments: Documents<{ userId: string }> = new Documents<{ userId: string }>(
  "annotation-assignment",
);
