import type { Rejections } from "@svc/core/internal";
import { EXPORT_RESPONSE, PARTIAL_SUCCESS, ProtobufReader } from "@svc/core/internal/protobuf";
import { readPartialSuccess as fromJson } from "../json/partial-success.ts";

/**
 * Reads the body of a 2xx response to spans, OTLP protobuf or JSON. An empty body, and one that cannot be read, rejects
 * nothing.
 */
export function readPartialSuccess(body: Uint8Array): Rejections {
  return body[0] === EXPORT_RESPONSE.PARTIAL_SUCCESS ? fromProtobuf(body) : fromJson(body);
}

/** Reads the fields of `partial_success`. Of a long body only the beginning is kept: its last text may be cut. */
function fromProtobuf(body: Uint8Array): Rejections {
  const reader = new ProtobufReader(body);
  let rejected = 0;
  let errors = "";
  try {
    reader.uint32();
    const end = Math.min(reader.uint32(), reader.remaining) + reader.position;
    while (reader.isBefore(end)) {
      const tag = reader.uint32();
      if (tag === PARTIAL_SUCCESS.REJECTED_SPANS) rejected = Number(reader.int64());
      else if (tag === PARTIAL_SUCCESS.ERROR_MESSAGE) errors = reader.text(Math.min(reader.uint32(), reader.remaining));
      else reader.skip(tag);
    }
  } catch {
    // The fields before the unreadable one count.
  }
  return { rejected, errors };
}
