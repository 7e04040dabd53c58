import { fromBase64, utf8Text, toBase64, utf8 } from "#platform/bytes";

/** Returns bytes as base64 text. */
export function bytesToBase64(bytes: Uint8Array): string {
  return toBase64(bytes);
}

/** Returns the bytes of a base64 text in the standard or the URL-safe alphabet. */
export function base64ToBytes(base64: string): Uint8Array {
  return new Uint8Array(fromBase64(base64));
}

/** Returns the UTF-8 bytes of a text as base64. */
export function base64Encode(text: string): string {
  return toBase64(utf8(text));
}

/** Returns the text whose UTF-8 bytes the base64 holds. */
export function base64Decode(base64: string): string {
  return utf8Text(fromBase64(base64));
}
