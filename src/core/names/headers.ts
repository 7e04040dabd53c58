import { SVC_SDK_NAME, SVC_SDK_VERSION } from "./constants.ts";

/** Names of the headers the service knows. */
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

/** The credential header: `Basic base64(publicKey:secretKey)`. */
export function basicAuthorization(publicKey: string, secretKey: string): string {
  // Without Buffer, which edge runtimes lack.
  return `Basic ${btoa(String.fromCodePoint(...new TextEncoder().encode(`${publicKey}:${secretKey}`)))}`;
}

/** Headers by which the service knows the sender. Without a public key the service is told so. */
export function sdkHeaders(publicKey: string | undefined): Record<string, string> {
  return {
    [SvcHeaders.SDK_NAME]: SVC_SDK_NAME,
    [SvcHeaders.SDK_VERSION]: SVC_SDK_VERSION,
    [SvcHeaders.PUBLIC_KEY]: publicKey ?? "<missing>",
  };
}

/**
 * Lays header sets over each other; names are compared without regard to case and come out in lower case, later sets win,
 * and an undefined value leaves the earlier one. Contract: "Span export rules" 2.
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
 * Address of a path under a base address, whether or not that ends with a slash. A user, a password, a query and a fragment
 * in the base address are left out: credentials are sent in headers, and addresses are shown in messages.
 */
export function joinUrl(baseUrl: string, path: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, "") + path;
}
