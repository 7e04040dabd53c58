import { isFields, textOf } from "@svc/core";
import type { Failure } from "./operation.ts";

/** Codes come from servers of all kinds; only what looks like a name is fit for `error.type`. */
const NAME = /^[\w.-]{1,64}$/;

const UNTOLD = "The answer reports an error";

/** What a thrown value says: the server's error code, else the HTTP status, else the class of the error. */
export function failureOf(error: unknown): Failure {
  if (!isFields(error)) return { type: typeof error, message: String(error) };
  const code = textOf(error.code);
  const type =
    (code !== undefined && NAME.test(code) ? code : undefined) ??
    (typeof error.status === "number" ? String(error.status) : undefined) ??
    textOf(error.constructor?.name) ??
    "_OTHER";
  return { type, message: textOf(error.message) ?? type };
}

/** The failure in an `error` field of a body or a chunk; undefined when there is none. */
export function inBandFailure(error: unknown): Failure | undefined {
  if (error === undefined || error === null) return undefined;
  if (!isFields(error)) return { type: "_OTHER", message: textOf(error) ?? UNTOLD };
  const type = [error.code, error.type].find((name) => typeof name === "string" && NAME.test(name));
  return { type: textOf(type) ?? "_OTHER", message: textOf(error.message) ?? UNTOLD };
}
