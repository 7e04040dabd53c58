import type { HttpRequest } from "@svc/core";

/** The body of one request on its way. */
export interface Batch {
  bytes: Buffer;
  contentEncoding: "gzip" | undefined;
  readonly spanCount: number;
}

/** Statuses after which the same request may succeed later (OTLP specification). */
export const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The batch has to be cut in two. */
export const TOO_LARGE = 413;

/** The request that exports a batch. */
export function spanRequest(url: string, headers: Readonly<Record<string, string>>, batch: Batch): HttpRequest {
  const { bytes: body, contentEncoding } = batch;
  const encoding = contentEncoding && { "content-encoding": contentEncoding };
  return { method: "POST", url, headers: { ...headers, "content-type": "application/x-protobuf", ...encoding }, body };
}
