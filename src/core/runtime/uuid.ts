import { hex } from "#platform/bytes";

/** Returns a random UUID (version 4) from the runtime's cryptographic source. Throws where the runtime has none. */
export function generateUUID(): string {
  const { crypto } = globalThis as { crypto?: typeof globalThis.crypto };
  if (crypto === undefined) {
    throw new Error("this platform has no crypto, which makes ids. Define globalThis.crypto, or pass an id");
  }
  // Web pages from an insecure origin, such as a computer's name in a local network, have no `randomUUID`.
  return crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

function uuidOf(bytes: Uint8Array): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
