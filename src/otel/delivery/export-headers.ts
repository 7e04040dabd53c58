import { basicAuthorization, mergeHeaders, sdkHeaders, SVC_INGESTION_VERSION, SvcHeaders } from "@svc/core/internal";
import { sendableHeaders } from "@svc/core/internal/http";

/**
 * Returns the headers of an export: credentials, SDK headers, the ingestion version. `additional` replaces any of them,
 * compared without case. Contract: "Span export rules" 1 and 2.
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
  return sendableHeaders(headers);
}
