import { logger, type Bytes, type Compression } from "@svc/core/internal";
import { gunzipSync, gzip, gzipSync } from "node:zlib";
import { AS_IT_IS, type Preparation } from "../preparation.ts";
import { reuseBody } from "../spare-body.ts";
import type { SpanBatch } from "../span-batch.ts";

/** Options of gzip. Level 1 costs a quarter of the default level, and its output is a seventh larger. */
const OPTIONS = { level: 1, chunkSize: 256 * 1024 };

/** Compresses a body off the main thread. */
export function compress(body: Bytes): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    gzip(body, OPTIONS, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}

/** Returns the content of a compressed body. */
export function decompressNow(body: Bytes): Bytes {
  return gunzipSync(body);
}

const GZIP: Preparation = {
  prepare: compressBatch,
  prepareNow(batch) {
    if (batch.contentEncoding === undefined) replaceBody(batch, gzipSync(batch.body, OPTIONS));
  },
};

/** Returns the preparation of batches for a setting of the compression. */
export function preparationFor(compression: Compression): Preparation {
  return compression === "gzip" ? GZIP : AS_IT_IS;
}

async function compressBatch(batch: SpanBatch): Promise<void> {
  const { body } = batch;
  try {
    const compressed = await compress(body);
    // At the end of the process the batch is compressed without waiting.
    if (batch.contentEncoding !== undefined) return;
    replaceBody(batch, compressed);
    reuseBody(body);
  } catch (error) {
    logger.warnOnce(`A batch of spans could not be compressed and is sent uncompressed: ${String(error)}`);
  }
}

function replaceBody(batch: SpanBatch, compressed: Bytes): void {
  batch.body = compressed;
  batch.contentEncoding = "gzip";
}
