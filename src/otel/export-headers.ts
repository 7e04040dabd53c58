import { basicAuthorization, logger, mergeHeaders, sdkHeaders, SVC_INGESTION_VERSION, SvcHeaders } from "@svc/core";
import { validateHeaderName, validateHeaderValue } from "node:http";

/**
 * Headers of an export: credentials, the sender, the ingestion version; `additional` replaces any of them, whatever its
 * case. Contract: "Span export rules" 1 and 2.
 */
export function exportHeaders(
  publicKey: string | undefined,
  secretKey: string | undefined,
  additional: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const credentials = publicKey && secretKey ? basicAuthorization(publicKey, secretKey) : undefined;
  const headers = mergeHeaders(
    sdkHeaders(publicKey),
    { [SvcHeaders.INGESTION_VERSION]: SVC_INGESTION_VERSION, [SvcHeaders.AUTHORIZATION]: credentials },
    additional,
  );
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => isSendable(name, value)));
}

/** A header with a line break in it, say, would make every request fail. */
function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    logger.errorOnce(`The header ${JSON.stringify(name)} is not sent: it has characters that HTTP does not allow.`);
    return false;
  }
}
