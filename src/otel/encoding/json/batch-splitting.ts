import { utf8, utf8Text } from "@svc/core/internal";
import type { SpanBatch } from "../span-batch.ts";

/** Body of a request, as this package encodes it. */
interface ExportRequest {
  resourceSpans: Array<{ scopeSpans: Array<{ spans: object[] }> }>;
}

/** Splits a batch, as this package encodes it, into two with half of the spans each. */
export function splitBatch({ body, spanCount, mayHaveArrived }: SpanBatch): SpanBatch[] {
  const half = Math.ceil(spanCount / 2);
  return [partOf(body, 0, half), partOf(body, half, spanCount)].map((part) => Object.assign(part, { mayHaveArrived }));
}

/** Returns a batch with the spans of a body at these positions. */
function partOf(body: Uint8Array, from: number, to: number): SpanBatch {
  const request = JSON.parse(utf8Text(body)) as ExportRequest;
  let position = 0;
  for (const { scopeSpans } of request.resourceSpans) {
    for (const group of scopeSpans) {
      group.spans = group.spans.filter(() => {
        const at = position++;
        return from <= at && at < to;
      });
    }
  }
  return { body: utf8(JSON.stringify(request)), contentEncoding: undefined, spanCount: to - from };
}
