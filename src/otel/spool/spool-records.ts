import { concat, type Bytes } from "@svc/core/internal";
import { EXPORT_REQUEST, fieldHeader, RESOURCE_SPANS } from "@svc/core/internal/protobuf";
import * as zlib from "node:zlib";

// A file is a row of records: length of the content (4 bytes), CRC-32 of kind and content (4 bytes), kind (1 byte), content. Numbers
// are little-endian.

/** Kinds of records. */
export const RECORD = {
  /** Resource and scope of a group: the size of the resource (4 bytes), the fields of the resource, those of the scope. */
  GROUP: 1,
  /** Span: the number of its group in the file (4 bytes), and its field in OTLP. */
  SPAN: 2,
  /** Spans that another thread encoded: their number (4 bytes), and the body of a request. */
  BODY: 3,
} as const;

type RecordKind = (typeof RECORD)[keyof typeof RECORD];

const HEAD = 9;
const NUMBER = 4;

export interface SpoolContent {
  /** Body of a request with the spans. */
  readonly body: Bytes;
  readonly spanCount: number;
  /** Number of records that cannot be read. */
  readonly damaged: number;
}

/** Buffer in which records are put together. It grows with the largest record. */
export class RecordBuffer {
  #buffer = Buffer.allocUnsafe(16 * 1024);

  /** Returns a record as bytes that the next call overwrites. */
  record(kind: RecordKind, number: number, ...parts: readonly Uint8Array[]): Buffer {
    let length = NUMBER;
    for (const part of parts) length += part.length;
    const size = HEAD + length;
    if (size > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(size * 2);
    const buffer = this.#buffer;
    buffer.writeUInt32LE(length, 0);
    buffer[HEAD - 1] = kind;
    buffer.writeUInt32LE(number, HEAD);
    let position = HEAD + NUMBER;
    for (const part of parts) {
      buffer.set(part, position);
      position += part.length;
    }
    buffer.writeUInt32LE(crc32(buffer.subarray(HEAD - 1, size)), 4);
    return buffer.subarray(0, size);
  }

  /** Releases the memory that a large record took. */
  shrink(): void {
    if (this.#buffer.length > LARGEST_KEPT) this.#buffer = Buffer.allocUnsafe(16 * 1024);
  }
}

const LARGEST_KEPT = 1024 * 1024;

/** Group of spans as a file has it. */
interface ReadGroup {
  readonly resource: Buffer;
  readonly scope: Buffer;
  readonly spans: Buffer[];
}

/** Reads a file. Records that are damaged, or cut off at the end, are counted and left out. Never throws. */
export function readRecords(file: Buffer): SpoolContent {
  const groups: Array<ReadGroup | undefined> = [];
  const bodies: Buffer[] = [];
  let spanCount = 0;
  let damaged = 0;
  for (let position = 0; position < file.length;) {
    const length = file.length - position < HEAD + NUMBER ? Infinity : file.readUInt32LE(position);
    const end = position + HEAD + length;
    if (end > file.length || length < NUMBER) {
      // Where the next record begins is not known.
      damaged++;
      break;
    }
    const kind = file[position + HEAD - 1];
    const number = file.readUInt32LE(position + HEAD);
    const content = file.subarray(position + HEAD + NUMBER, end);
    const isWhole = crc32(file.subarray(position + HEAD - 1, end)) === file.readUInt32LE(position + 4);
    position = end;
    if (kind === RECORD.GROUP) {
      const group = { resource: content.subarray(0, number), scope: content.subarray(number), spans: [] };
      groups.push(isWhole ? group : undefined);
      if (!isWhole) damaged++;
    } else if (isWhole && kind === RECORD.SPAN && groups[number] !== undefined) {
      groups[number].spans.push(content);
      spanCount++;
    } else if (isWhole && kind === RECORD.BODY) {
      bodies.push(content);
      spanCount += number;
    } else {
      damaged++;
    }
  }
  const parts = groups.flatMap((group) => (group && group.spans.length > 0 ? [resourceSpans(group)] : []));
  return { body: concat([...parts, ...bodies]), spanCount, damaged };
}

/** Returns one `ResourceSpans` with its tag and length. */
function resourceSpans({ resource, scope, spans }: ReadGroup): Bytes {
  const scopeSpans = field(RESOURCE_SPANS.SCOPE_SPANS, [scope, ...spans]);
  return field(EXPORT_REQUEST.RESOURCE_SPANS, [resource, scopeSpans]);
}

function field(tag: number, parts: readonly Bytes[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([fieldHeader(tag, length), ...parts]);
}

/** Returns the CRC-32 of bytes. Node 22.0 and 22.1 have no function for it. */
const crc32: (bytes: Uint8Array) => number = (zlib as Partial<typeof zlib>).crc32 ?? slowCrc32;

function slowCrc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
