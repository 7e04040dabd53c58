import { SVC_SDK_NAME, SVC_SDK_VERSION } from "./constants.ts";

/** Names of the headers that the service reads. */
export const SvcHeaders = {
  AUTHORIZATION: "authorization",
  SDK_NAME: "x-svc-sdk-name",
  SDK_VERSION: "x-svc-sdk-version",
  SDK_INTEGRATION: "x-svc-sdk-integration",
  PUBLIC_KEY: "x-svc-public-key",
  INGESTION_VERSION: "x-svc-ingestion-version",
} as const;

/** Value of `x-svc-ingestion-version` that makes spans visible at once. Contract: "Span export rules" 1. */
export const SVC_INGESTION_VERSION = "4";

/** Returns the value of the authorization header: `Basic base64(publicKey:secretKey)`. */
export function basicAuthorization(publicKey: string, secretKey: string): string {
  // Edge runtimes lack Buffer.
  return `Basic ${btoa(String.fromCodePoint(...new TextEncoder().encode(`${publicKey}:${secretKey}`)))}`;
}

/** Returns the headers that identify the sender to the service. A missing public key is sent as `<missing>`. */
export function sdkHeaders(publicKey: string | undefined): Record<string, string> {
  return {
    [SvcHeaders.SDK_NAME]: SVC_SDK_NAME,
    [SvcHeaders.SDK_VERSION]: SVC_SDK_VERSION,
    [SvcHeaders.PUBLIC_KEY]: publicKey ?? "<missing>",
  };
}

/**
 * Merges header sets. Names are case-insensitive and come out in lower case. Later sets win. An undefined value keeps the
 * earlier one. Contract: "Span export rules" 2.
 */
export function mergeHeaders(
  ...sets: Array<Readonly<Record<string, string | undefined>> | undefined>
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const set of sets) {
    for (const [name, value] of Object.entries(set ?? {})) {
      if (value !== undefined) merged[name.toLowerCase()] = value;
    }
  }
  return merged;
}

/**
 * Returns the address of a path under a base address, which may end with a slash. The user, password, query and fragment of
 * the base address are left out: credentials are sent in headers, and addresses are shown in messages.
 */
export function joinUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, "") + path;
}
