import { basicAuthorization, mergeHeaders, sdkHeaders, SVC_INGESTION_VERSION, SvcHeaders } from "@svc/core";

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
  return mergeHeaders(
    sdkHeaders(publicKey),
    { [SvcHeaders.INGESTION_VERSION]: SVC_INGESTION_VERSION, [SvcHeaders.AUTHORIZATION]: credentials },
    additional,
  );
}
