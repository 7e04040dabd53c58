import { logger, type Bytes, type Compression } from "@svc/core/internal";
import type { Compressor } from "../../encoding/compressor.ts";

/** Returns no compressor: browsers and edge runtimes ignore the setting. Contract: "Span export rules" 4. */
export function compressorFor(compression: Compression): Compressor | undefined {
  if (compression !== "none")
    logger.debug("Spans are sent uncompressed: this platform ignores the setting compression.");
  return undefined;
}

/** Returns the body: on this platform no body is compressed. */
export function decompressNow(body: Bytes): Bytes {
  return body;
}
