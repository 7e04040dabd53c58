import { hex, utf8Text, viewOf, type Bytes } from "#platform/bytes";

/** Wire types: the last three bits of a tag. */
const WireType = { VARINT: 0, FIXED64: 1, BYTES: 2, START_GROUP: 3, END_GROUP: 4, FIXED32: 5 } as const;

const TWO_32 = 0x1_0000_0000;

/** Length up to which a loop is faster than a call into native code. */
const SHORT_TEXT = 24;

/** Largest number of groups within each other in a skipped field. */
const MAX_GROUPS = 100;

/** Error for bytes that are no protobuf message. */
export class ProtobufError extends Error {}

/**
 * Reader of protobuf fields. The caller reads a tag and then, by the tag, the field: with the method of its type, or with
 * `skip`. Methods throw when the bytes end within a field.
 */
export class ProtobufReader {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  #position = 0;
  /** Lower and upper half of the varint read last. */
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, byteLength } = bytes;
    this.#bytes = viewOf(bytes);
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  /** Number of bytes read. */
  get position(): number {
    return this.#position;
  }

  /** Number of bytes not yet read. */
  get remaining(): number {
    return this.#bytes.length - this.#position;
  }

  /** Returns true when a message with this end has more fields. Throws when its last field goes beyond the end. */
  isBefore(end: number): boolean {
    if (this.#position > end) throw new ProtobufError("a field is longer than its message");
    return this.#position < end;
  }

  /** Reads the length of a message. Returns the position of its end. */
  beginMessage(): number {
    return this.#endOf(this.uint32());
  }

  /** Reads a tag, or an unsigned integer of 32 bits. */
  uint32(): number {
    const byte = this.#bytes[this.#position]!;
    if (byte < 0x80) {
      this.#position++;
      return byte;
    }
    this.#readVarint();
    return this.#low;
  }

  int32(): number {
    return this.uint32() | 0;
  }

  bool(): boolean {
    this.#readVarint();
    return this.#low !== 0 || this.#high !== 0;
  }

  /** Reads an int64. Returns a number when a double holds the value exactly. */
  int64(): number | bigint {
    this.#readVarint();
    const high = this.#high | 0;
    const value = high * TWO_32 + this.#low;
    return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(this.#low);
  }

  double(): number {
    const start = this.#position;
    this.#position = this.#endOf(8);
    return this.#view.getFloat64(start, true);
  }

  /** Reads a time in nanoseconds since 1970, a fixed64. Returns whole milliseconds; null for 0, which OTLP writes for no time. */
  time(): number | null {
    const start = this.#position;
    this.#position = this.#endOf(8);
    const low = this.#view.getUint32(start, true);
    const high = this.#view.getUint32(start + 4, true);
    if (low === 0 && high === 0) return null;
    // 2^32 nanoseconds are 4,294 milliseconds and 967,296 nanoseconds. Each product fits a double.
    return high * 4_294 + Math.floor((high * 967_296 + low) / 1e6);
  }

  /** Reads bytes, as a view. */
  bytes(): Bytes {
    const end = this.#endOf(this.uint32());
    const start = this.#position;
    this.#position = end;
    return this.#bytes.subarray(start, end);
  }

  /** Reads bytes. Returns them as hexadecimal digits. */
  hex(): string {
    const end = this.#endOf(this.uint32());
    const start = this.#position;
    this.#position = end;
    return hex(this.#bytes, start, end);
  }

  /** Reads UTF-8 text. Invalid bytes become U+FFFD. @param size Length in bytes, when it is read already. */
  text(size: number = this.uint32()): string {
    const end = this.#endOf(size);
    const start = this.#position;
    this.#position = end;
    if (size > SHORT_TEXT) return utf8Text(this.#bytes, start, end);
    let text = "";
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at]!;
      if (byte > 0x7f) return utf8Text(this.#bytes, start, end);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** Skips the field with this tag. `depth` is the number of groups around it. */
  skip(tag: number, depth = 0): void {
    const field = tag >>> 3;
    if (field === 0) throw new ProtobufError("there is no field 0");
    switch (tag & 7) {
      case WireType.VARINT:
        this.#readVarint();
        break;
      case WireType.FIXED64:
        this.#position = this.#endOf(8);
        break;
      case WireType.BYTES:
        this.#position = this.#endOf(this.uint32());
        break;
      case WireType.START_GROUP:
        this.#skipGroup(field, depth + 1);
        break;
      case WireType.FIXED32:
        this.#position = this.#endOf(4);
        break;
      default:
        throw new ProtobufError("no field begins with this tag");
    }
  }

  #skipGroup(field: number, depth: number): void {
    if (depth > MAX_GROUPS) throw new ProtobufError("too many groups lie within each other");
    for (;;) {
      const tag = this.uint32();
      if ((tag & 7) !== WireType.END_GROUP) {
        this.skip(tag, depth);
      } else if (tag >>> 3 === field) {
        return;
      } else {
        throw new ProtobufError("a group ends that has not begun");
      }
    }
  }

  /** Returns the end of a field of this size that begins here. */
  #endOf(size: number): number {
    const end = this.#position + size;
    if (end > this.#bytes.length) throw new ProtobufError("a field is longer than what holds it");
    return end;
  }

  /** Reads up to 64 bits. */
  #readVarint(): void {
    const bytes = this.#bytes;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[this.#position++];
      if (byte === undefined) throw new ProtobufError("a number does not end");
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else high |= shift === 28 ? bits >>> 4 : bits << (shift - 32);
      if (shift === 28) low |= bits << 28;
      if (byte < 0x80) {
        this.#low = low >>> 0;
        this.#high = high >>> 0;
        return;
      }
    }
    throw new ProtobufError("a number has more than ten bytes");
  }
}
