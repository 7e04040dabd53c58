import type { IncomingMessage } from "node:http";
import { BodyBudget } from "./body-budget.ts";
import type { BodyOwner } from "./body-owner.ts";
import { type ContentEncoding, contentEncodings } from "./content-encoding.ts";
import { exportError } from "../http-errors.ts";

/** Maximum bytes of one trace export, as sent and after decompression: 16 MiB. */
const MAX_EXPORT_BYTES = 16 * 1024 * 1024;

/** Seconds after which to retry a request that was refused for lack of memory. */
const RETRY_AFTER_S = "1";

/** Memory for bodies. All services in the process share it. */
const budget = new BodyBudget();

/** Function that creates the answer to a body that cannot be read. */
type Refuse = (status: 400 | 413 | 415 | 503, reason: string, headers?: Readonly<Record<string, string>>) => Error;

/** Options for reading a body. */
export interface BodyOptions {
  /** Maximum bytes, as sent and after decompression. Default 16 MiB. */
  maxBytes?: number;
  refuse?: Refuse;
}

/**
 * Runs `work` on the whole decompressed body of a request. The body has a buffer of its own, which can be moved to another
 * thread. Its bytes count as under way until the work is done. Throws an answer with status 413 as soon as the body passes the
 * limit, 415 for an unknown encoding, 503 when the bodies under way, or those of its owner, leave no memory for this body, 400 for a body that cannot
 * be decompressed.
 */
export async function withBody<T>(
  incoming: IncomingMessage,
  owner: BodyOwner,
  work: (body: Uint8Array<ArrayBuffer>) => Promise<T> | T,
  { maxBytes = MAX_EXPORT_BYTES, refuse = exportError }: BodyOptions = {},
): Promise<T> {
  const encodings = contentEncodings(incoming.headers["content-encoding"]);
  if (encodings === undefined) {
    throw refuse(415, "Unsupported content encoding: send gzip, deflate or no compression");
  }
  const reading: Reading = { owner, maxBytes, refuse, sent: 0, plain: 0 };
  try {
    let body = await receive(incoming, reading);
    for (const encoding of encodings) body = await decompress(body, encoding, reading);
    return await work(body);
  } finally {
    budget.giveSent(owner, reading.sent);
    budget.givePlain(owner, reading.plain);
  }
}

/** One body, with the bytes that it has taken from the budget. */
interface Reading {
  owner: BodyOwner;
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
    // The service answers while the sender is still sending. The connection stays open and the remaining bytes are read and
    // dropped; otherwise the sender would never read the answer.
    const stop = (problem: Error): void => {
      incoming.off("data", onData);
      incoming.resume();
      reject(problem);
    };
    const onData = (chunk: Buffer): void => {
      if (reading.sent + chunk.length > maxBytes) return stop(tooLarge("body", reading));
      if (!budget.takeSent(reading.owner, chunk.length)) {
        const reason = "The bodies of requests under way fill the memory there is for them: send it again later";
        return stop(refuse(503, reason, { "Retry-After": RETRY_AFTER_S }));
      }
      reading.sent += chunk.length;
      chunks.push(chunk);
    };
    incoming.on("data", onData);
    incoming.once("end", resolve);
    incoming.once("error", () => reject(refuse(400, "The request ended before its body was complete")));
  });
  return joinChunks(chunks, reading.sent);
}

async function decompress(
  body: Uint8Array<ArrayBuffer>,
  { name, decompress: plainOf }: ContentEncoding,
  reading: Reading,
): Promise<Uint8Array<ArrayBuffer>> {
  const { owner, maxBytes, refuse } = reading;
  // One encoding inside another: release the memory of the outer one before waiting for the inner one.
  budget.givePlain(owner, reading.plain);
  reading.plain = 0;
  reading.plain = await budget.takePlain(owner, body.length, maxBytes);
  try {
    const plain = await plainOf(body, { maxOutputLength: maxBytes });
    // Give back the part that the decompressed body did not need.
    budget.givePlain(owner, reading.plain - plain.length);
    reading.plain = plain.length;
    return owned(plain);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge("decompressed body", reading);
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(400, `Failed to decompress the ${name} body: ${reason}`);
  }
}

/**
 * Returns the bytes in a buffer of their own. Node's buffers can share memory with each other, and shared memory must not move
 * to another thread.
 */
function owned(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length
    ? new Uint8Array(buffer)
    : joinChunks([bytes], bytes.length);
}

function joinChunks(chunks: Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
