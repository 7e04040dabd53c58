import { promisify } from "node:util";
import { gunzip, inflate, inflateRaw } from "node:zlib";

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

/** A way in which a body can be compressed. */
export interface ContentEncoding {
  name: "gzip" | "deflate";
  /** Rejects with a `RangeError` above `maxOutputLength`. */
  decompress: Decompress;
}

const GZIP: ContentEncoding = { name: "gzip", decompress: promisify(gunzip) };

const plainInflate: Decompress = promisify(inflate);
const rawInflate: Decompress = promisify(inflateRaw);

/** The standard means the zlib format by it; some clients send the bare stream that is within that. */
const DEFLATE: ContentEncoding = {
  name: "deflate",
  decompress: async (body, options) => (hasZlibHeader(body) ? plainInflate : rawInflate)(body, options),
};

/** How many encodings a body may have one within the other. */
const MOST_ENCODINGS = 2;

const BY_NAME: ReadonlyMap<string, ContentEncoding | null> = new Map([
  ["", null],
  ["identity", null],
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  ["deflate", DEFLATE],
]);

/** The encodings to undo, one after the other, from the header `Content-Encoding`; undefined when one of them is not known. */
export function contentEncodings(header: string | undefined): ContentEncoding[] | undefined {
  const named = (header ?? "").toLowerCase().split(",");
  if (named.length > MOST_ENCODINGS) return undefined;
  const known = named.map((name) => BY_NAME.get(name.trim()));
  if (known.includes(undefined)) return undefined;
  return known.filter((encoding) => encoding != null).toReversed();
}

/** Two bytes that say "deflate" and are together a multiple of 31: https://www.rfc-editor.org/rfc/rfc1950 */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
