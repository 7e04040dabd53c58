// OTLP as JSON: every runtime brings the writer and the reader, so a bundle has neither.
import { utf8 } from "@svc/core/internal";

/** Type of the body of a request. */
export const CONTENT_TYPE = "application/json";

/** Returns the size of a text in a request, in bytes, without its quotation marks. */
export function textSize(text: string): number {
  return utf8(JSON.stringify(text)).length - 2;
}
