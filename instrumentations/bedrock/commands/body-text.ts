import { types } from "@svc/instrumentation";
import { isFields, utf8Text, type Fields } from "@svc/core/internal";

/** Maximum size of a body that is read, in bytes. A larger body would hold up the application while it is parsed. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Returns the text of a body of text or bytes; undefined for another body and for one that is too large. */
export function bodyText(body: unknown): string | undefined {
  if (typeof body === "string") return body.length > MAX_BODY_BYTES ? undefined : body;
  if (!types.isUint8Array(body) || body.byteLength > MAX_BODY_BYTES) return undefined;
  return utf8Text(body);
}

/** Returns the fields of a body in JSON; undefined for any other body. */
export function jsonBody(body: unknown): Fields | undefined {
  const text = bodyText(body);
  if (text === undefined) return undefined;
  try {
    const fields: unknown = JSON.parse(text);
    return isFields(fields) && !Array.isArray(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}
