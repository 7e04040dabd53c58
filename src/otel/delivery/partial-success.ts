import { utf8Text, type Rejections } from "@svc/core/internal";
import { EXPORT_RESPONSE, PARTIAL_SUCCESS, ProtobufReader } from "@svc/core/internal/protobuf";

const NONE_REJECTED: Rejections = { rejected: 0, errors: "" };

/**
 * Reads the body of a 2xx response to spans, OTLP protobuf or JSON. An empty body, and one that cannot be read, rejects
 * nothing.
 */
export function readPartialSuccess(body: Uint8Array): Rejections {
  if (body.length === 0) return NONE_REJECTED;
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

function fromJson(body: Uint8Array): Rejections {
  try {
    const { partialSuccess } = JSON.parse(utf8Text(body)) as {
      partialSuccess?: { rejectedSpans?: number | string; errorMessage?: string };
    };
    return { rejected: Number(partialSuccess?.rejectedSpans ?? 0), errors: partialSuccess?.errorMessage ?? "" };
  } catch {
    return NONE_REJECTED;
  }
}
