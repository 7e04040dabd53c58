import type { IncomingMessage } from "node:http";
import { BodyBudget } from "./body-budget.ts";
import { type ContentEncoding, contentEncodings } from "./content-encoding.ts";
import { exportError } from "./http-errors.ts";

/** Most bytes of one trace export, as sent and after decompression: 16 MiB. */
const MAX_EXPORT_BYTES = 16 * 1024 * 1024;

/** Seconds after which a request is worth sending again that found no memory. */
const RETRY_AFTER_S = "1";

/** Memory is the process's: all services in it share it. */
const budget = new BodyBudget();

/** Makes the answer to a body that cannot be read. */
type Refuse = (status: 400 | 413 | 415 | 503, reason: string, headers?: Readonly<Record<string, string>>) => Error;

/** How a body is read. */
export interface BodyOptions {
  /** Most bytes, as sent and after decompression. Default 16 MiB. */
  maxBytes?: number;
  refuse?: Refuse;
}

/**
 * Does work on the whole body of a request, decompressed, in memory of its own that can be moved to another thread. What it takes
 * counts as under way until the work is done. Throws an answer with status 413 as soon as the limit is passed, 415 for an unknown
 * encoding, 503 when the bodies under way leave no memory for this one, 400 for a body that cannot be decompressed.
 */
export async function withBody<T>(
  incoming: IncomingMessage,
  work: (body: Uint8Array<ArrayBuffer>) => Promise<T> | T,
  { maxBytes = MAX_EXPORT_BYTES, refuse = exportError }: BodyOptions = {},
): Promise<T> {
  const encodings = contentEncodings(incoming.headers["content-encoding"]);
  if (encodings === undefined) {
    throw refuse(415, "Unsupported content encoding: send gzip, deflate or no compression");
  }
  const reading: Reading = { maxBytes, refuse, sent: 0, plain: 0 };
  try {
    let body = await receive(incoming, reading);
    for (const encoding of encodings) body = await decompress(body, encoding, reading);
    return await work(body);
  } finally {
    budget.giveSent(reading.sent);
    budget.givePlain(reading.plain);
  }
}

/** One body, and what it has taken of the budget. */
interface Reading {
  maxBytes: number;
  refuse: Refuse;
  sent: number;
  plain: number;
}

function tooLarge(what: string, { maxBytes, refuse }: Reading): Error {
  return refuse(413, `The ${what} is larger than ${maxBytes} bytes: send less at once`);
}

async function receive(incoming: IncomingMessage, reading: Reading): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes, refuse } = reading;
  if (Number(incoming.headers["content-length"]) > maxBytes) throw tooLarge("body", reading);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    // The answer goes out while the rest still comes in, so what is left is not destroyed: the sender would never read it.
    const stop = (problem: Error): void => {
      incoming.off("data", onData);
      incoming.resume();
      reject(problem);
    };
    const onData = (chunk: Buffer): void => {
      if (reading.sent + chunk.length > maxBytes) return stop(tooLarge("body", reading));
      if (!budget.takeSent(chunk.length)) {
        const reason = "The bodies of other requests fill the memory there is for them: send it again later";
        return stop(refuse(503, reason, { "Retry-After": RETRY_AFTER_S }));
      }
      reading.sent += chunk.length;
      chunks.push(chunk);
    };
    incoming.on("data", onData);
    incoming.once("end", resolve);
    incoming.once("error", () => reject(refuse(400, "The request ended before its body was complete")));
  });
  return joined(chunks, reading.sent);
}

async function decompress(
  body: Uint8Array<ArrayBuffer>,
  { name, decompress: plainOf }: ContentEncoding,
  reading: Reading,
): Promise<Uint8Array<ArrayBuffer>> {
  const { maxBytes, refuse } = reading;
  // One encoding within another: what the first took is not waited for while it is held.
  budget.givePlain(reading.plain);
  reading.plain = 0;
  reading.plain = await budget.takePlain(body.length, maxBytes);
  try {
    const plain = await plainOf(body, { maxOutputLength: maxBytes });
    // The rest of what it could have become is for others.
    budget.givePlain(reading.plain - plain.length);
    reading.plain = plain.length;
    return owned(plain);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge("decompressed body", reading);
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(400, `Failed to decompress the ${name} body: ${reason}`);
  }
}

/** Buffers of Node can share memory with each other, which must not move to another thread. */
function owned(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : joined([bytes], bytes.length);
}

function joined(chunks: Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
