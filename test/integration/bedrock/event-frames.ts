import { crc32 } from "node:zlib";

/** Returns one event of an AWS event stream as a binary frame in base64. */
export function eventFrame(type: string, event: unknown): string {
  return frame({ ":event-type": type, ":content-type": "application/json", ":message-type": "event" }, event);
}

/** Returns an exception that ends an AWS event stream. `type` begins with a small letter. */
export function exceptionFrame(type: string, exception: unknown): string {
  const headers = { ":exception-type": type, ":content-type": "application/json", ":message-type": "exception" };
  return frame(headers, exception);
}

/** Returns the frame of a chunk of InvokeModelWithResponseStream. */
export function chunkFrame(chunk: unknown): string {
  return writtenChunkFrame(JSON.stringify(chunk));
}

/** Returns the frame of a chunk that is JSON text already. */
export function writtenChunkFrame(json: string): string {
  return eventFrame("chunk", { bytes: Buffer.from(json).toString("base64"), p: "abcdefgh" });
}

const TEXT_HEADER = 7;

function frame(headers: Readonly<Record<string, string>>, payload: unknown): string {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => headerBytes(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = uint32(16 + head.length + body.length, head.length);
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), head, body]);
  return Buffer.concat([message, uint32(crc32(message))]).toString("base64");
}

function headerBytes(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([TEXT_HEADER]),
    length,
    Buffer.from(value),
  ]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, 4 * place);
  return bytes;
}
