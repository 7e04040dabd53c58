/** Bytes as base64 text. */
export function bytesToBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Bytes of a base64 text, of the usual or the URL-safe alphabet. */
export function base64ToBytes(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

/** Text as base64 of its UTF-8. */
export function base64Encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

/** The text whose UTF-8 this base64 is. */
export function base64Decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
