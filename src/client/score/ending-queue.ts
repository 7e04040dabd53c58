import type { ExitQueue } from "@svc/core/internal";

/** Exit queue with an asynchronous flush and an asynchronous shutdown. */
export interface EndingQueue extends ExitQueue {
  flush(): Promise<void>;
  shutdown(): Promise<void>;
}
