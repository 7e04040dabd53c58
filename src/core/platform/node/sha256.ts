import { createHash } from "node:crypto";

/** True when hashing needs no code of ours, which a bundle would have to carry. */
export const IS_SHA256_AT_HAND = true;

/** Returns the SHA-256 of bytes, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
