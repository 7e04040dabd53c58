import { HttpError } from "../../http/http-errors.ts";

/** Kinds of mistakes that SCIM has names for (RFC 7644, section 3.12), as far as this service finds them. */
type ScimType = "invalidFilter" | "invalidPath" | "invalidSyntax" | "invalidValue" | "mutability" | "noTarget";

/** Creates a 400 of SCIM. `detail` says which field of the request cannot be used, and why. */
export function scimProblem(scimType: ScimType, detail: string): HttpError {
  return new HttpError(400, { message: detail, scimType });
}

/** Creates the 409 for the name of another user. */
export function nameTaken(userName: string): HttpError {
  return new HttpError(409, {
    message: `userName: ${userName} is a user of the organization already`,
    scimType: "uniqueness",
  });
}
