import type { Delivery, LoadedRequest, Loss, Outcome, PlacedMedia } from "@svc/core/internal";
import type { SpanBatch } from "../encoding/span-batch.ts";

/** Address of the spans, and headers with the credentials. */
export interface ThreadDestination {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Link of a worker thread to the main thread, which delivers for it. */
export interface ThreadLink {
  /** True when the main thread already takes over data from this thread. */
  readonly isOpen: boolean;
  send(data: { readonly spans: SpanBatch } | { readonly media: PlacedMedia }): void;
  /** Resolves when the main thread has delivered what it was given. Never rejects. */
  flush(): Promise<void>;
}

/** Receiver, in the main thread, of the data its worker threads hand over. */
export interface ThreadReceiver {
  takeSpans(batch: SpanBatch): void;
  takeMedia(media: PlacedMedia): void;
  /** Takes a request. Calls `settle` when the service has taken or refused it. */
  takeRequest(request: LoadedRequest, settle: (outcome: Outcome) => void): void;
  flush(): Promise<void>;
}

/** Receiver of what worker threads record, apart from the requests, which the relay makes itself. */
export type RelayReceiver = Pick<ThreadReceiver, "takeSpans" | "takeMedia" | "flush">;

/** Main thread's part in the deliveries of its worker threads. */
export interface ThreadRelay {
  /** Takes the data handed over and not yet taken, without the event loop. */
  receiveNow(): void;
  /** Resolves when the requests of worker threads were made, or could not be. */
  flush(): Promise<void>;
  drain(): Delivery[];
  takeLosses(): Loss[];
  /** Takes nothing more. */
  close(): void;
}
