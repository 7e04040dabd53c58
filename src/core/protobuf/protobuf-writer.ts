import { allocate, utf8Size, writeAscii, writeDouble, writeUtf8, type Bytes } from "#platform/bytes";

/** Length up to which a loop is faster than a call into native code. */
const SHORT_TEXT = 48;
const TWO_32 = 0x1_0000_0000;

/**
 * Writer of protobuf fields into one growing buffer, without intermediate objects. A message of unknown length is written
 * first; its length is inserted in front afterwards.
 */
export class ProtobufWriter {
  #buffer: Bytes;
  #position = 0;

  constructor(initialSize: number) {
    this.#buffer = allocate(initialSize);
  }

  /** Number of bytes written. */
  get length(): number {
    return this.#position;
  }

  /** Returns the written bytes, as a view that later writes overwrite. */
  bytes(): Bytes {
    return this.#buffer.subarray(0, this.#position);
  }

  /** Discards the bytes after this length. */
  truncate(length: number): void {
    this.#position = length;
  }

  /** Makes room for `size` more bytes. Every method below needs this call first, unless its comment says otherwise. */
  reserve(size: number): void {
    const needed = this.#position + size;
    if (needed <= this.#buffer.length) return;
    const grown = allocate(Math.max(needed, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#position));
    this.#buffer = grown;
  }

  byte(value: number): void {
    this.#buffer[this.#position++] = value;
  }

  /** Writes an unsigned integer up to 2^53, in at most 8 bytes. */
  varint(value: number): void {
    let rest = value;
    while (rest > 0x7f_ff_ff_ff) {
      this.#buffer[this.#position++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest > 0x7f) {
      this.#buffer[this.#position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#buffer[this.#position++] = rest;
  }

  /** Writes a negative integer as int64, always in 10 bytes. */
  negativeVarint(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 0x7fn) {
      this.#buffer[this.#position++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#buffer[this.#position++] = Number(rest);
  }

  double(value: number): void {
    this.#position = writeDouble(this.#buffer, value, this.#position);
  }

  fixed32(value: number): void {
    const buffer = this.#buffer;
    buffer[this.#position++] = value;
    buffer[this.#position++] = value >>> 8;
    buffer[this.#position++] = value >>> 16;
    buffer[this.#position++] = value >>> 24;
  }

  /** Writes a time in nanoseconds, given as seconds and the nanoseconds of the second: the product does not fit a double. */
  nanoseconds(seconds: number, nanoseconds: number): void {
    const upper = Math.floor(seconds / 0x1_0000) * 1e9;
    const low = (upper % 0x1_0000) * 0x1_0000 + (seconds % 0x1_0000) * 1e9 + nanoseconds;
    this.fixed32(low % TWO_32);
    this.fixed32(Math.floor(upper / 0x1_0000) + Math.floor(low / TWO_32));
  }

  /** Writes hexadecimal digits as bytes, with their length in front. */
  hex(digits: string): void {
    const size = digits.length >>> 1;
    this.varint(size);
    const buffer = this.#buffer;
    const start = this.#position;
    for (let i = 0; i < size; i++) {
      buffer[start + i] = (nibble(digits.charCodeAt(2 * i)) << 4) | nibble(digits.charCodeAt(2 * i + 1));
    }
    this.#position = start + size;
  }

  raw(bytes: Uint8Array): void {
    this.#buffer.set(bytes, this.#position);
    this.#position += bytes.length;
  }

  /** Writes a few bytes; for more, {@link ProtobufWriter.raw} is faster. */
  copy(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    const start = this.#position;
    for (let i = 0; i < bytes.length; i++) buffer[start + i] = bytes[i]!;
    this.#position = start + bytes.length;
  }

  /**
   * Writes a text and returns true when the text is ASCII. Otherwise returns false and leaves the length unchanged. Needs
   * room for three bytes per character.
   */
  ascii(text: string): boolean {
    const { length } = text;
    const buffer = this.#buffer;
    const start = this.#position;
    if (length > SHORT_TEXT) {
      if (writeUtf8(buffer, text, start) !== length) return false;
    } else {
      for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        if (code > 0x7f) return false;
        buffer[start + i] = code;
      }
    }
    this.#position = start + length;
    return true;
  }

  /** Writes UTF-8 text of a known size in bytes (see `utf8Size`), without a length in front. */
  text(text: string, size: number): void {
    if (size === text.length) this.#position += writeAscii(this.#buffer, text, this.#position);
    else this.#position += writeUtf8(this.#buffer, text, this.#position);
  }

  /** Writes a text with its length in front. Makes its own room. */
  lengthAndText(text: string): void {
    if (text.length <= SHORT_TEXT) {
      const start = this.#position;
      this.reserve(text.length + 1);
      this.varint(text.length);
      if (this.ascii(text)) return;
      this.#position = start;
    }
    const size = utf8Size(text);
    this.reserve(size + 5);
    this.varint(size);
    this.text(text, size);
  }

  /** Leaves room for a message's length. Returns the start that {@link endMessage} needs. Makes its own room. */
  beginMessage(): number {
    this.reserve(2);
    this.#position += 2;
    return this.#position;
  }

  /** Writes the length in front of the message that began at `start`. Makes its own room. */
  endMessage(start: number): void {
    const length = this.#position - start;
    const lengthSize = varintSize(length);
    if (lengthSize !== 2) {
      this.reserve(lengthSize);
      this.#buffer.copyWithin(start - 2 + lengthSize, start, this.#position);
    }
    this.#position = start - 2;
    this.varint(length);
    this.#position += length;
  }
}

/** Returns the tag of a field and its length, which stand in front of the content. */
export function fieldHeader(tag: number, size: number): Bytes {
  const writer = new ProtobufWriter(10);
  writer.varint(tag);
  writer.varint(size);
  return writer.bytes();
}

/** Returns the value of a hexadecimal digit of either case, given as its character code. */
function nibble(code: number): number {
  return (code & 0xf) + 9 * (code >> 6);
}

/** Returns the number of bytes a length takes as a varint. */
export function varintSize(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x40_00) return 2;
  if (value < 0x20_00_00) return 3;
  if (value < 0x10_00_00_00) return 4;
  return 5;
}
