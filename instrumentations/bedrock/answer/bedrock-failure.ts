import { isFields, textOf } from "@svc/core/internal";
import { ownData, type Failure, types } from "@svc/instrumentation";
import { responseMetadata } from "./response-metadata.ts";

const UNNAMED = "_OTHER";

/** Names of errors of any kind. */
const ANY: ReadonlySet<unknown> = new Set([
  undefined,
  "Error",
  "Unknown",
  "UnknownError",
  "BedrockRuntimeServiceException",
]);

/** Pattern of a code that is fit for `error.type`. */
const CODE = /^[\w.-]{1,64}$/;

/**
 * Returns the failure in an error of the package. The name of an error is that of the exception, such as `ThrottlingException`.
 * For an error
 * without a name of its own, the HTTP status or the code says more.
 */
export function bedrockFailure(error: unknown): Failure {
  if (!isFields(error)) return { type: typeof error, message: String(error) };
  if (types.isProxy(error)) return { type: UNNAMED, message: "The error is a proxy, which is not read" };
  const className: unknown = ownData(ownData(Object.getPrototypeOf(error), "constructor"), "name");
  const metadata = responseMetadata(ownData(error, "$metadata"));
  const name = textOf(ownData(error, "name")) ?? textOf(className);
  const { http_status_code: status } = metadata;
  const code = textOf(ownData(error, "code"));
  const instead =
    typeof status === "number" ? String(status) : code !== undefined && CODE.test(code) ? code : undefined;
  const type = (ANY.has(name) ? instead : undefined) ?? name ?? UNNAMED;
  return { type, message: textOf(ownData(error, "message")) ?? type, metadata };
}
