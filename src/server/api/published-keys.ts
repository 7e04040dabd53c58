import { LOCAL_KEYS } from "@svc/core/internal";
import type { KeyPair } from "../resources/api-keys.ts";

/** Keys that stand, or stood, in documents and compositions, in lower case. */
const PUBLISHED_KEYS: ReadonlySet<string> = new Set([
  LOCAL_KEYS.publicKey,
  LOCAL_KEYS.secretKey,
  "pk-svc-compose",
  "sk-svc-compose",
  "sk-…",
  "sk-...",
]);

/** End of a sentence about such a pair. */
export const PUBLISHED =
  "stands in documents, so that everyone knows it. Choose another one, such as a random one: openssl rand -hex 24";

/** Returns true for a pair of which everyone knows a key. */
export function isPublished({ publicKey, secretKey }: KeyPair): boolean {
  return [publicKey, secretKey].some((key) => PUBLISHED_KEYS.has(key.toLowerCase()));
}

/** Throws for a pair that everyone knows: a service that is started with it would be open to everyone who reaches it. */
export function checkOwnKeys(keys: KeyPair): void {
  if (isPublished(keys)) throw new Error(`The key pair ${keys.publicKey} ${PUBLISHED}`);
}
