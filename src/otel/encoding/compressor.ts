import type { Bytes } from "@svc/core/internal";

/** Compressor of request bodies, gzip. */
export interface Compressor {
  /** Compresses a body off the main thread. */
  compress(body: Bytes): Promise<Bytes>;
  /** Compresses a body at once, on this thread. */
  compressNow(body: Bytes): Bytes;
}
