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
    const { rejected, errors } = JSON.parse(textOf(body)) as Rejections & { errors: unknown[] };
    return { rejected, errors: errors.map(errorMessage).join("; ") };
  } catch {
    return NONE;
  }
}

function errorMessage(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error);
}

/** Tags of `partial_success` in an `ExportTraceServiceResponse`, and of its two fields. */
const PARTIAL_SUCCESS = 0x0a;
const REJECTED_SPANS = 0x08;
const ERROR_MESSAGE = 0x12;

/**
 * Reads the body of a 2xx response to spans, OTLP protobuf or JSON. An empty body, and one that cannot be read, rejects
 * nothing.
 */
export function readPartialSuccess(body: Uint8Array): Rejections {
  if (body.length === 0) return NONE;
  return body[0] === PARTIAL_SUCCESS ? fromProtobuf(body) : fromJson(body);
}

function fromProtobuf(body: Uint8Array): Rejections {
  let at = 1;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; at < body.length; factor *= 128) {
      const byte = body[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    return value;
  };
  const length = varint();
  const end = Math.min(body.length, at + length);
  let rejected = 0;
  let errors = "";
  while (at < end) {
    const tag = body[at++];
    if (tag === REJECTED_SPANS) {
      rejected = varint();
    } else if (tag === ERROR_MESSAGE) {
      const size = varint();
      errors = textOf(body.subarray(at, Math.min(end, at + size)));
      at += size;
    } else {
      break;
    }
  }
  return { rejected, errors };
}

function fromJson(body: Uint8Array): Rejections {
  try {
    const { partialSuccess } = JSON.parse(textOf(body)) as {
      partialSuccess?: { rejectedSpans?: number | string; errorMessage?: string };
    };
    return { rejected: Number(partialSuccess?.rejectedSpans ?? 0), errors: partialSuccess?.errorMessage ?? "" };
  } catch {
    return NONE;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
