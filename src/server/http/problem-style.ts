import { HttpError } from "./http-errors.ts";
import { textOrJson } from "./json.ts";

/**
 * Format of an operation's errors. `named`: `{ message, error }`; `coded`: `{ message, code, details }`; `scim`: the format of
 * the SCIM protocol.
 */
export type ProblemStyle = "named" | "coded" | "scim";

const CODES: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "authentication_failed",
  403: "access_denied",
  404: "resource_not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "invalid_body",
  422: "unprocessable_content",
  429: "rate_limited",
};

/** Converts a problem to the style of an operation. A body that already has a `code` keeps it. */
export function inStyle(problem: HttpError, style: ProblemStyle): HttpError {
  const { status, body, headers } = problem;
  if (style === "named" || (style === "coded" && "code" in body)) return problem;
  const message = textOrJson(body["message"] ?? body["error"]);
  if (style === "scim") {
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
    return new HttpError(status, { schemas, detail: message, status }, headers);
  }
  const issues = Array.isArray(body["error"]) ? { details: { issues: body["error"] } } : {};
  return new HttpError(status, { message, code: CODES[status] ?? "internal_error", ...issues }, headers);
}
