import { createHash } from "node:crypto";

/** Returns the SHA-256 of bytes, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
