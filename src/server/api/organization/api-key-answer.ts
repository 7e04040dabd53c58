import type { ApiKeySummary } from "@svc/core/api";
import { isoTime } from "../../http/iso-time.ts";
import type { ApiKey } from "../../resources/api-keys.ts";

/** Returns a key pair as lists show it: without its secret key. */
export function apiKeyAnswer({ id, createdAt, publicKey, displaySecretKey, note }: ApiKey): ApiKeySummary {
  return { id, createdAt: isoTime(createdAt), expiresAt: null, lastUsedAt: null, note, publicKey, displaySecretKey };
}
