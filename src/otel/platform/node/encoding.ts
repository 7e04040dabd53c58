// OTLP as protobuf: small, and written without a text of the whole.
export { splitBatch } from "../../encoding/protobuf/batch-splitting.ts";
export { readPartialSuccess } from "../../encoding/protobuf/partial-success.ts";
export { requestBody, SpanGroup } from "../../encoding/protobuf/span-group.ts";

/** Type of the body of a request. */
export const CONTENT_TYPE = "application/x-protobuf";

/** Returns the size of a text in a request, in bytes. */
export { utf8Size as textSize } from "@svc/core/internal";
