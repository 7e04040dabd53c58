import { HttpError, type RequestIssue } from "./http-errors.ts";
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

/** Names that SCIM has for mistakes, by the codes of issues. Any other issue is an `invalidValue`. */
const SCIM_TYPES: Readonly<Record<string, string>> = { invalid_json: "invalidSyntax", too_deep: "invalidSyntax" };

/**
 * Returns the media type of an answer of SCIM: `application/scim+json`, unless the request accepts JSON only. Both are the same text.
 */
export function scimMediaType(accept: string = ""): string {
  const acceptsOnlyJson = /application\/json/i.test(accept) && !/application\/scim\+json/i.test(accept);
  return acceptsOnlyJson ? "application/json" : "application/scim+json";
}

/** Converts a problem to the style of an operation. A body that already has a `code` keeps it. `accept`: header of the request. */
export function inStyle(problem: HttpError, style: ProblemStyle, accept?: string): HttpError {
  const { status, body, headers } = problem;
  if (style === "named" || (style === "coded" && "code" in body)) return problem;
  const message = textOrJson(body["message"] ?? body["error"]);
  if (style === "scim") {
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
    const issues = Array.isArray(body["error"]) ? (body["error"] as RequestIssue[]) : [];
    const detail = issues.length > 0 ? issues.map((issue) => issue.message).join("; ") : message;
    const scimType =
      body["scimType"] ?? SCIM_TYPES[issues[0]?.code ?? ""] ?? (status === 400 ? "invalidValue" : undefined);
    const scimBody = { schemas, ...(scimType !== undefined && { scimType }), detail, status: String(status) };
    return new HttpError(status, scimBody, { ...headers, "Content-Type": scimMediaType(accept) });
  }
  const issues = Array.isArray(body["error"]) ? { details: { issues: body["error"] } } : {};
  return new HttpError(status, { message, code: CODES[status] ?? "internal_error", ...issues }, headers);
}
