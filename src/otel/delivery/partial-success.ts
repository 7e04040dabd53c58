/** Answer of a service that took a request except for some spans. */
export interface PartialSuccess {
  readonly rejectedSpans: number;
  readonly message: string;
}

const PARTIAL_SUCCESS = 0x0a;
const REJECTED_SPANS = 0x08;
const ERROR_MESSAGE = 0x12;

/**
 * Reads the body of a successful answer, protobuf or JSON. Returns undefined when every span was taken, which an empty
 * body means too, or when the body cannot be read.
 */
export function readPartialSuccess(body: Buffer): PartialSuccess | undefined {
  const partial = body[0] === PARTIAL_SUCCESS ? fromProtobuf(body) : fromJson(body);
  return partial && partial.rejectedSpans > 0 ? partial : undefined;
}

function fromProtobuf(body: Buffer): PartialSuccess {
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
  let rejectedSpans = 0;
  let message = "";
  while (at < end) {
    const tag = body[at++];
    if (tag === REJECTED_SPANS) {
      rejectedSpans = varint();
    } else if (tag === ERROR_MESSAGE) {
      const size = varint();
      message = body.toString("utf8", at, Math.min(end, at + size));
      at += size;
    } else {
      break;
    }
  }
  return { rejectedSpans, message };
}

function fromJson(body: Buffer): PartialSuccess | undefined {
  if (body.length === 0) return undefined;
  try {
    const { partialSuccess } = JSON.parse(body.toString("utf8")) as {
      partialSuccess?: { rejectedSpans?: number | string; errorMessage?: string };
    };
    return { rejectedSpans: Number(partialSuccess?.rejectedSpans ?? 0), message: partialSuccess?.errorMessage ?? "" };
  } catch {
    return undefined;
  }
}
