import type { HttpRequest } from "@svc/core/internal";

/** Body of one request, waiting or under way. */
export interface Batch {
  bytes: Buffer;
  contentEncoding: "gzip" | undefined;
  readonly spanCount: number;
}

/** Statuses after which the same request may succeed later (OTLP specification). */
export const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Status of a request that is too large; the batch is split in two. */
export const TOO_LARGE = 413;

/** Returns the request that exports a batch. */
export function spanRequest(url: string, headers: Readonly<Record<string, string>>, batch: Batch): HttpRequest {
  const { bytes: body, contentEncoding } = batch;
  const encoding = contentEncoding && { "content-encoding": contentEncoding };
  return { method: "POST", url, headers: { ...headers, "content-type": "application/x-protobuf", ...encoding }, body };
}
