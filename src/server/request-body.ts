import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { exportError } from "./http-errors.ts";

/** Most bytes of one trace export, as sent and after decompression: 16 MiB. */
const MAX_EXPORT_BYTES = 16 * 1024 * 1024;

const inflate = promisify(gunzip);

/** Makes the answer to a body that cannot be read. */
type Refuse = (status: 400 | 413, reason: string) => Error;

/**
 * The whole body of a request, decompressed, in memory of its own that can be moved to another thread.
 * Throws an answer with status 413 as soon as the limit is passed, 400 for a body that cannot be decompressed.
 */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number = MAX_EXPORT_BYTES,
  refuse: Refuse = exportError,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = incoming.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const isGzip = encoding.includes("gzip");
  if (!isGzip && encoding !== "" && encoding !== "identity") {
    throw refuse(400, "Unsupported content encoding: send gzip or no compression");
  }
  const tooLarge = (what: string): Error =>
    refuse(413, `The ${what} is larger than ${maxBytes} bytes: send less at once`);
  const raw = await receive(incoming, maxBytes, tooLarge, refuse);
  return isGzip ? decompress(raw, maxBytes, tooLarge, refuse) : raw;
}

async function receive(
  incoming: IncomingMessage,
  maxBytes: number,
  tooLarge: (what: string) => Error,
  refuse: Refuse,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(incoming.headers["content-length"]) > maxBytes) throw tooLarge("body");
  const chunks: Buffer[] = [];
  let size = 0;
  await new Promise<void>((resolve, reject) => {
    // The answer goes out while the rest still comes in, so what is left is not destroyed: the sender would never read it.
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
      } else {
        incoming.off("data", onData);
        reject(tooLarge("body"));
      }
    };
    incoming.on("data", onData);
    incoming.once("end", resolve);
    incoming.once("error", () => reject(refuse(400, "The request ended before its body was complete")));
  });
  return joined(chunks, size);
}

async function decompress(
  body: Uint8Array,
  maxBytes: number,
  tooLarge: (what: string) => Error,
  refuse: Refuse,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const plain = await inflate(body, { maxOutputLength: maxBytes });
    return joined([plain], plain.length);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge("decompressed body");
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(400, `Failed to decompress the gzip body: ${reason}`);
  }
}

// Buffers of Node share memory with each other, which must not move to another thread.
function joined(chunks: Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
