import { EXPORT_RESPONSE, PARTIAL_SUCCESS } from "../protobuf/otlp-fields.ts";
import { ProtobufReader } from "../protobuf/protobuf-reader.ts";

/** Items of a request that the service rejected although it took the others. */
export interface Rejections {
  readonly rejected: number;
  /** Error messages of the service, joined with `; `. */
  readonly errors: string;
}

const NONE: Rejections = { rejected: 0, errors: "" };

/**
 * Reads the body of a 207 response to scores. A body that cannot be read rejects nothing.
 * Contract: "Errors", score batch partly accepted.
 */
export function readRejections(body: Uint8Array): Rejections {
  try {
    const { rejected, errors } = JSON.parse(decodeUtf8(body)) as Rejections & { errors: unknown[] };
    return { rejected, errors: errors.map(errorMessage).join("; ") };
  } catch {
    return NONE;
  }
}

function errorMessage(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error);
}

/**
 * Reads the body of a 2xx response to spans, OTLP protobuf or JSON. An empty body, and one that cannot be read, rejects
 * nothing.
 */
export function readPartialSuccess(body: Uint8Array): Rejections {
  if (body.length === 0) return NONE;
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
    const { partialSuccess } = JSON.parse(decodeUtf8(body)) as {
      partialSuccess?: { rejectedSpans?: number | string; errorMessage?: string };
    };
    return { rejected: Number(partialSuccess?.rejectedSpans ?? 0), errors: partialSuccess?.errorMessage ?? "" };
  } catch {
    return NONE;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
