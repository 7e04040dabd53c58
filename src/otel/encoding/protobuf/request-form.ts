// OTLP as protobuf: small, and written without a text of the whole.

/** Type of the body of a request. */
export const CONTENT_TYPE = "application/x-protobuf";

/** Returns the size of a text in a request, in bytes. */
export { utf8Size as textSize } from "@svc/core/internal";
