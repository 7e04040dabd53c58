import {
  basicAuthorization,
  DEFAULT_BASE_URL,
  isPage,
  logger,
  mergeHeaders,
  platformProblem,
  refuseSecretKey,
  resolveSetting,
  sdkHeaders,
  SvcHeaders,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { sendableHeaders } from "@svc/core/internal/http";

/** Connection options of the client. Every option has an environment variable, see docs/configuration.md. */
export interface ConnectionParams {
  /** Public key of the project; default `SVC_PUBLIC_KEY`. */
  publicKey?: string;
  /** Secret key of the project; default `SVC_SECRET_KEY`. */
  secretKey?: string;
  /** Address of the service; default `SVC_BASE_URL`, else the local service's address. */
  baseUrl?: string;
  /**
   * Time a request may take, in seconds; default `SVC_TIMEOUT`, else 5. Dataset calls may take 60 s. Uploads of content
   * have no limit.
   */
  timeout?: number;
  /** Headers sent with every request. Each replaces a header of the same name, compared without case. */
  additionalHeaders?: Readonly<Record<string, string>>;
}

/** Address, headers and timeout of the client's requests. */
export interface Connection {
  readonly baseUrl: string;
  /** Headers of every request to the service, in lower case, credentials included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time a request may take. */
  readonly timeoutMs: number;
  /** Line about what the platform lacks to send anything; undefined when it lacks nothing. */
  readonly problem?: string | undefined;
}

/** Resolves the settings of a connection. Logs once that credentials are missing, or a part of the platform. */
export function resolveConnection(params: ConnectionParams): Connection {
  const problem = platformProblem();
  if (problem !== undefined) {
    logger.errorOnce(problem);
    return { baseUrl: DEFAULT_BASE_URL, headers: {}, timeoutMs: 0, problem };
  }
  const { value: publicKey } = resolveSetting(settings.publicKey, params.publicKey);
  const { value: secretKey } = resolveSetting(settings.secretKey, params.secretKey);
  refuseSecretKey("SvcClient", secretKey);
  const credentials = publicKey && secretKey ? basicAuthorization(publicKey, secretKey) : undefined;
  const headers = mergeHeaders(
    sdkHeaders(publicKey),
    { [SvcHeaders.AUTHORIZATION]: credentials },
    params.additionalHeaders,
  );
  // In a page, a route of the application's server adds them.
  if (headers[SvcHeaders.AUTHORIZATION] === undefined && !isPage()) sayMissing(publicKey, secretKey);
  return {
    baseUrl: resolveSetting(settings.baseUrl, params.baseUrl).value,
    headers: sendableHeaders(headers),
    timeoutMs: resolveSetting(settings.timeout, params.timeout).value * 1000,
  };
}

function sayMissing(publicKey: string | undefined, secretKey: string | undefined): void {
  const missing = [!publicKey && "SVC_PUBLIC_KEY", !secretKey && "SVC_SECRET_KEY"].filter(Boolean).join(" and ");
  logger.warnOnce(`SvcClient has no credentials: set ${missing}, or give publicKey and secretKey in code.`);
}
