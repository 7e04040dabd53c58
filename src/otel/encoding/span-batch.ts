import { CONTENT_TYPE } from "#platform/encoding";
import type { Bytes, HttpRequest } from "@svc/core/internal";
import type { SpoolFile } from "../delivery/spool.ts";
import type { Compressor } from "./compressor.ts";

/** Encoded spans of one request. */
export interface SpanBatch {
  /** Body of the request. */
  body: Bytes;
  contentEncoding: "gzip" | undefined;
  readonly spanCount: number;
  /** True when a request with the spans was sent, and the service may have taken it, although its answer did not come. */
  mayHaveArrived?: boolean | undefined;
  /** Copy of the spans on disk. */
  file?: SpoolFile | undefined;
}

/** Returns the request that exports a batch. */
export function spanRequest(url: string, headers: Readonly<Record<string, string>>, batch: SpanBatch): HttpRequest {
  const { body, contentEncoding } = batch;
  const encoding = contentEncoding && { "content-encoding": contentEncoding };
  return { method: "POST", url, headers: { ...headers, "content-type": CONTENT_TYPE, ...encoding }, body };
}

/** Compresses the body of a batch at once, on this thread, unless it is compressed already. */
export function compressBatch(batch: SpanBatch, compressor: Compressor): void {
  if (batch.contentEncoding === "gzip") return;
  batch.body = compressor.compressNow(batch.body);
  batch.contentEncoding = "gzip";
}
