import { promisify } from "node:util";
import { gunzip, inflate, inflateRaw } from "node:zlib";

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Compression of a request body. */
export interface ContentEncoding {
  name: "gzip" | "deflate";
  /** Decompresses a body. Rejects with a `RangeError` when the result is larger than `maxOutputLength`. */
  decompress: Decompress;
}

const GZIP: ContentEncoding = { name: "gzip", decompress: promisify(gunzip) };

const plainInflate: Decompress = promisify(inflate);
const rawInflate: Decompress = promisify(inflateRaw);

/**
 * Deflate encoding. The standard defines it as the zlib format; some clients send the raw deflate stream without the zlib
 * header.
 */
const DEFLATE: ContentEncoding = {
  name: "deflate",
  decompress: async (body, options) => (hasZlibHeader(body) ? plainInflate : rawInflate)(body, options),
};

/** Maximum number of encodings applied to one body, one inside another. */
const MAX_ENCODINGS = 2;

const BY_NAME: ReadonlyMap<string, ContentEncoding | null> = new Map([
  ["", null],
  ["identity", null],
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  ["deflate", DEFLATE],
]);

/**
 * Returns the encodings to undo, in order, from the header `Content-Encoding`; undefined when an encoding is unknown or there
 * are more than two.
 */
export function contentEncodings(header: string | undefined): ContentEncoding[] | undefined {
  const named = (header ?? "").toLowerCase().split(",");
  if (named.length > MAX_ENCODINGS) return undefined;
  const known = named.map((name) => BY_NAME.get(name.trim()));
  if (known.includes(undefined)) return undefined;
  return known.filter((encoding) => encoding != null).toReversed();
}

/** Returns true when the two bytes name "deflate" and together are a multiple of 31: https://www.rfc-editor.org/rfc/rfc1950 */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
