import { types } from "#platform/types";
import { isFields, textOf } from "@svc/core/internal";
import { dataAt } from "../data/plain-data.ts";
import type { Failure } from "./operation.ts";

/**
 * Pattern of a code that is fit for `error.type`. Codes come from servers of all kinds; only those that look like a name are
 * used.
 */
const NAME = /^[\w.-]{1,64}$/;

/** Class names of zod's errors, whose message is a getter. */
const PARSER_ERROR = /ZodError$/;

/** Fields in which errors hold the HTTP status. */
const STATUSES = ["status", "statusCode", "status_code"] as const;

const UNNAMED = "_OTHER";
const UNTOLD = "The answer reports an error";
const UNREAD = "The error is a proxy, which is not read";

/**
 * Returns the failure in a thrown value. Its type is the server's error code, else the HTTP status, else the class of the
 * error. The value may be the application's own, so no getter is called except the message of a zod error.
 */
export function failureOf(error: unknown): Failure {
  if (!isFields(error)) return { type: typeof error, message: String(error) };
  if (types.isProxy(error)) return { type: UNNAMED, message: UNREAD };
  // The name and the message of the platform's own class are getters.
  if (Object.getPrototypeOf(error) === DOMException.prototype) {
    return { type: textOf(error.name) ?? UNNAMED, message: textOf(error.message) ?? UNTOLD };
  }
  const code = textOf(dataAt(error, "code"));
  const status = STATUSES.map((name) => dataAt(error, name)).find((found) => typeof found === "number");
  const className = textOf(dataAt(dataAt(error, "constructor"), "name"));
  const type =
    (code !== undefined && NAME.test(code) ? code : undefined) ??
    (status === undefined ? undefined : String(status)) ??
    className ??
    UNNAMED;
  const message = className !== undefined && PARSER_ERROR.test(className) ? error.message : dataAt(error, "message");
  return { type, message: textOf(message) ?? type };
}

/** Returns the failure in an `error` field of a body or a chunk; undefined when the field has no value. */
export function inBandFailure(error: unknown): Failure | undefined {
  if (error === undefined || error === null) return undefined;
  if (!isFields(error)) return { type: UNNAMED, message: textOf(error) ?? UNTOLD };
  const type = [error.code, error.type].find((name) => typeof name === "string" && NAME.test(name));
  return { type: textOf(type) ?? UNNAMED, message: textOf(error.message) ?? UNTOLD };
}
