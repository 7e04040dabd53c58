import { basicAuthorization, formatSettingValue, joinUrl, resolveSetting, serviceFetch } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";

/** Address and credentials of the service in this environment. */
export interface Service {
  readonly baseUrl: string;
  /** Reason why the configured address cannot be used; `baseUrl` is then the default. Undefined when the address is usable. */
  readonly baseUrlProblem: string | undefined;
  readonly publicKey: string | undefined;
  readonly secretKey: string | undefined;
}

/** Returns the service from the settings. */
export function configuredService(): Service {
  const { value: baseUrl, source, invalid } = resolveSetting(settings.baseUrl);
  const [refused] = source === "default" ? invalid : [];
  return {
    baseUrl,
    baseUrlProblem:
      refused &&
      `${refused.source} is ${formatSettingValue(refused.value)}, which is no http:// or https:// URL: an application would send to ${baseUrl} instead. Nothing was asked there.`,
    publicKey: resolveSetting(settings.publicKey).value,
    secretKey: resolveSetting(settings.secretKey).value,
  };
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Signal that ends the request. Default: the `timeout` setting. */
  readonly signal?: AbortSignal;
}

/**
 * Requests a path of the service, with the credentials when both are set. Rejects when the service is unreachable or does not
 * answer in time.
 */
export async function ask(
  { baseUrl, publicKey, secretKey }: Service,
  path: string,
  { headers, signal }: AskOptions = {},
): Promise<Response> {
  const authorization = publicKey && secretKey ? { authorization: basicAuthorization(publicKey, secretKey) } : {};
  return serviceFetch(joinUrl(baseUrl, path), {
    headers: { ...headers, ...authorization },
    signal: signal ?? AbortSignal.timeout(resolveSetting(settings.timeout).value * 1000),
    // The exporter of spans does not follow redirects either.
    redirect: "manual",
  });
}

/** Returns the cause of an error, without the words around it. */
export function whyUnanswered(error: unknown): string {
  const { cause, name, message } = error as { cause?: { code?: string }; name?: string; message?: string };
  return cause?.code ?? (name === "TimeoutError" ? "no answer in time (SVC_TIMEOUT)" : (message ?? String(error)));
}
