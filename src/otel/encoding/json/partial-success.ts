import { utf8Text, type Rejections } from "@svc/core/internal";

/** Reads the body of a 2xx response to spans, OTLP JSON. A body that cannot be read, such as an empty one, rejects nothing. */
export function readPartialSuccess(body: Uint8Array): Rejections {
  try {
    const { partialSuccess } = JSON.parse(utf8Text(body)) as {
      partialSuccess?: { rejectedSpans?: number | string; errorMessage?: string };
    };
    return { rejected: Number(partialSuccess?.rejectedSpans ?? 0), errors: partialSuccess?.errorMessage ?? "" };
  } catch {
    return { rejected: 0, errors: "" };
  }
}
