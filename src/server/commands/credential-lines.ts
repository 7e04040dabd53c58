import { LOCAL_KEYS } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";

/** Returns the environment variables that set the keys of the local service in an application. */
export function credentialLines(): string[] {
  const [publicKey, secretKey] = [settings.publicKey, settings.secretKey].map(({ variables }) => variables[0]);
  return [`${publicKey}=${LOCAL_KEYS.publicKey}`, `${secretKey}=${LOCAL_KEYS.secretKey}`];
}
