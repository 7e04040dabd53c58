import type { Delivery } from "@svc/core/internal";
import type { MediaUploads } from "../delivery/media-uploads.ts";
import type { SpanSink } from "../delivery/span-sink.ts";
import type { ThreadDestination, ThreadRelay } from "../delivery/thread-relay.ts";
import { mediaDelivery } from "./media-delivery.ts";
import { spanDelivery } from "./span-delivery.ts";

/** Holders of what a span processor has not delivered. */
export interface UndeliveredItems {
  /** Address and headers of the spans. */
  readonly destination: ThreadDestination;
  readonly spans: SpanSink;
  readonly media: MediaUploads | undefined;
  readonly relay: ThreadRelay | undefined;
}

/** Returns deliveries of all undelivered items, also of worker threads, and removes the items: for the end of the process. */
export function deliveriesAtExit({ destination, spans, media, relay }: UndeliveredItems): Delivery[] {
  const { url, headers } = destination;
  relay?.receiveNow();
  return [
    ...spans.takeAll().map((batch) => spanDelivery(url, headers, batch)),
    ...(media?.takeAll() ?? []).map(mediaDelivery),
    ...(relay?.drain() ?? []),
  ];
}
