// Bytes and texts, by the APIs that every runtime has.

/** Bytes that this package makes. Written without type arguments: before TypeScript 5.7, `Uint8Array` has none. */
export type Bytes = ReturnType<Uint8ArrayConstructor["of"]>;

// Made at the first use: where they are missing, loading this package must not end the program.
let encoder: InstanceType<typeof TextEncoder> | undefined;
let decoder: InstanceType<typeof TextDecoder> | undefined;

const utf8Encoder = (): InstanceType<typeof TextEncoder> => (encoder ??= new TextEncoder());

/** Characters made of bytes in one call: an engine limits the number of arguments. */
const CHUNK = 8_192;

/** Returns bytes of this number, with any content. */
export function allocate(size: number): Bytes {
  return new Uint8Array(size);
}

/** Returns the same bytes, seen as {@link Bytes}. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Bytes {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Returns the bytes of all parts, one after another. */
export function concat(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let position = 0;
  for (const part of parts) {
    joined.set(part, position);
    position += part.length;
  }
  return joined;
}

/** Returns a text as UTF-8. */
export function utf8(text: string): Bytes {
  return utf8Encoder().encode(text);
}

/** Returns the number of bytes of a text as UTF-8. */
export function utf8Size(text: string): number {
  let size = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    size += code < 0x8_00 ? 1 : 2;
    if (code < 0xd8_00 || code > 0xdb_ff) continue;
    const next = text.charCodeAt(index + 1);
    // A pair of surrogates takes four bytes: two for each half. A half alone becomes U+FFFD, three bytes.
    if (next >= 0xdc_00 && next <= 0xdf_ff) index++;
  }
  return size;
}

/** Returns the text of UTF-8 bytes, or of a part of them. Invalid bytes become U+FFFD. */
export function utf8Text(bytes: Uint8Array, start = 0, end: number = bytes.byteLength): string {
  decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return decoder.decode(bytes.subarray(start, end));
}

/** Writes a text as UTF-8 at a position with enough room. Returns the number of bytes written. */
export function writeUtf8(bytes: Bytes, text: string, start: number): number {
  return utf8Encoder().encodeInto(text, bytes.subarray(start)).written;
}

/** Writes an ASCII text at a position with enough room. Returns the number of bytes written. */
export function writeAscii(bytes: Bytes, text: string, start: number): number {
  return writeUtf8(bytes, text, start);
}

/** Writes a number as a double, little end first. Returns the position behind it. */
export function writeDouble(bytes: Bytes, value: number, start: number): number {
  new DataView(bytes.buffer, bytes.byteOffset).setFloat64(start, value, true);
  return start + 8;
}

/** Returns bytes, or a part of them, as hexadecimal digits. */
export function hex(bytes: Uint8Array, start = 0, end: number = bytes.byteLength): string {
  let digits = "";
  for (let index = start; index < end; index++) digits += (bytes[index]! | 0x1_00).toString(16).slice(1);
  return digits;
}

/** Returns bytes as base64 text. */
export function toBase64(bytes: Uint8Array): string {
  let characters = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    characters += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(characters);
}

const BASE64 = /[\w+/-]*={0,2}/y;

/** Returns the end of the base64 text, in either alphabet, that begins at a position. */
export function endOfBase64(text: string, start: number): number {
  BASE64.lastIndex = start;
  return start + BASE64.exec(text)![0].length;
}

/** Returns the bytes of a base64 text in the standard or the URL-safe alphabet. Characters of neither are skipped. */
export function fromBase64(base64: string): Bytes {
  const digits = base64
    .replace(/=.*/s, "")
    .replaceAll(/[^\w+/-]/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  // One digit alone holds no whole byte.
  const characters = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  const bytes = allocate(characters.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
