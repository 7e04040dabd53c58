import type { LoadedRequest, Outcome, PlacedMedia } from "@svc/core/internal";
import { createHash } from "node:crypto";
import type { ThreadDestination } from "../delivery/thread-relay.ts";
import type { SpanBatch } from "../encoding/span-batch.ts";

/** Request of a worker thread, with the number under which the main thread reports its outcome. */
export interface NumberedRequest {
  readonly number: number;
  readonly loaded: LoadedRequest;
}

/** Message of a worker thread to the main thread. */
export type FromWorker =
  | { readonly spans: SpanBatch }
  | { readonly media: PlacedMedia }
  | { readonly requests: readonly NumberedRequest[] }
  /** Number of a flush. */
  | { readonly flush: number }
  /** Question that the main thread answers at once unless it is busy. */
  | { readonly isBusy: true };

/** Message of the main thread to a worker thread. */
export type FromMain =
  /** Number of a flush that is over. */
  | { readonly flushed: number }
  /** Number of a request, and what became of its items. */
  | { readonly settled: number; readonly outcome: Outcome }
  | { readonly isBusy: false };

/** Returns the key of a destination: two processors with the same address and credentials have the same key. */
export function destinationKey({ url, headers }: ThreadDestination): string {
  return `svc ${createHash("sha256")
    .update(JSON.stringify([url, headers]))
    .digest("base64url")}`;
}

/** Returns the content of a message event. */
export function dataOf(event: Event): unknown {
  return (event as Event & { readonly data: unknown }).data;
}
