import { concat, viewOf, type Bytes } from "@svc/core/internal";

/** Smallest and largest buffer that is kept, in bytes. A smaller one may be a part of a buffer that others use. */
const SMALLEST = 128 * 1024;
const LARGEST = 4 * 1024 * 1024;

/** Buffer of an earlier body, which nobody needs any more. */
let spare: Bytes | undefined;

/**
 * Returns the bytes of all parts, one after another, in the buffer of an earlier body where there is one that is large enough. Buffers
 * are not in V8's heap but count as garbage in it: a new one for every body makes V8 collect the whole heap again and again.
 */
export function joinBody(parts: readonly Bytes[]): Bytes {
  let size = 0;
  for (const { length } of parts) size += length;
  if (spare === undefined || spare.length < size) return concat(parts);
  const body = spare.subarray(0, size);
  spare = undefined;
  let place = 0;
  for (const part of parts) {
    body.set(part, place);
    place += part.length;
  }
  return body;
}

/** Keeps the buffer of a body for a later one. Nobody may read the body any more. */
export function reuseBody(body: Bytes): void {
  const { byteLength } = body.buffer;
  if (body.byteOffset !== 0 || byteLength < SMALLEST || byteLength > LARGEST) return;
  spare = viewOf(new Uint8Array(body.buffer));
}
