import { basicAuthorization, logger, mergeHeaders, resolveSetting, sdkHeaders, SvcHeaders } from "@svc/core";
import { sendableHeaders } from "@svc/core/http";

/** How the client reaches the service. Every option has an environment variable, see docs/configuration.md. */
export interface ConnectionParams {
  /** Default: `SVC_PUBLIC_KEY`. */
  publicKey?: string;
  /** Default: `SVC_SECRET_KEY`. */
  secretKey?: string;
  /** Default: `SVC_BASE_URL`, else the local service's address. */
  baseUrl?: string;
  /** Seconds a request may take; default `SVC_TIMEOUT`, else 5. Dataset calls may take 60, uploads of content are not timed. */
  timeout?: number;
  /** Sent with every request; they replace headers of the same name, whatever its case. */
  additionalHeaders?: Readonly<Record<string, string>>;
}

/** Where requests go, with what, and how long they may take. */
export interface Connection {
  readonly baseUrl: string;
  /** Headers of every request to the service, in lower case, credentials included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly timeout: number;
}

/** Settles the settings of a connection. Without credentials it says so once. */
export function resolveConnection(params: ConnectionParams): Connection {
  const { value: publicKey } = resolveSetting("publicKey", params.publicKey);
  const { value: secretKey } = resolveSetting("secretKey", params.secretKey);
  const credentials = publicKey && secretKey ? basicAuthorization(publicKey, secretKey) : undefined;
  const headers = mergeHeaders(
    sdkHeaders(publicKey),
    { [SvcHeaders.AUTHORIZATION]: credentials },
    params.additionalHeaders,
  );
  if (headers[SvcHeaders.AUTHORIZATION] === undefined) sayMissing(publicKey, secretKey);
  return {
    baseUrl: resolveSetting("baseUrl", params.baseUrl).value,
    headers: sendableHeaders(headers),
    timeout: resolveSetting("timeout", params.timeout).value,
  };
}

function sayMissing(publicKey: string | undefined, secretKey: string | undefined): void {
  const missing = [!publicKey && "SVC_PUBLIC_KEY", !secretKey && "SVC_SECRET_KEY"].filter(Boolean).join(" and ");
  logger.warnOnce(`SvcClient has no credentials: set ${missing}, or give publicKey and secretKey in code.`);
}
