import { formatSettingValue, LOCAL_KEYS, logger, resolve, resolveSetting, settings } from "@svc/core";

/**
 * Whether tracing does not start, given the environment. One line has said why then and what to do;
 * `OTEL_SDK_DISABLED=true` is a wish and needs no line.
 */
export function standsDown(): boolean {
  return isDisabled() || lacksCredentials() || hasUnusableBaseUrl();
}

function isDisabled(): boolean {
  return process.env["OTEL_SDK_DISABLED"]?.trim().toLowerCase() === "true";
}

function lacksCredentials(): boolean {
  const missing = [
    ...(resolveSetting("publicKey").value === undefined ? ["SVC_PUBLIC_KEY"] : []),
    ...(resolveSetting("secretKey").value === undefined ? ["SVC_SECRET_KEY"] : []),
  ];
  if (missing.length === 0) return false;
  logger.warn(
    `Nothing is traced: set ${missing.join(" and ")}, and SVC_BASE_URL to the address of the service. For the local ` +
      `service: npx @svc/server, SVC_PUBLIC_KEY=${LOCAL_KEYS.publicKey} and SVC_SECRET_KEY=${LOCAL_KEYS.secretKey}.`,
  );
  return true;
}

/** An address that cannot be used must not send the spans to the default one instead. */
function hasUnusableBaseUrl(): boolean {
  const { source, invalid } = resolve(settings.baseUrl);
  const [first] = invalid;
  if (first === undefined || source !== "default") return false;
  logger.warn(
    `Nothing is traced: ${first.source} is ${formatSettingValue(first.value)}, but must be ${settings.baseUrl.accepts}, ` +
      `such as ${settings.baseUrl.default}.`,
  );
  return true;
}
