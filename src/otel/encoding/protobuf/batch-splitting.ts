import { concat, type Bytes } from "@svc/core/internal";
import { EXPORT_REQUEST, fieldHeader, ProtobufReader, RESOURCE_SPANS, SCOPE_SPANS } from "@svc/core/internal/protobuf";
import type { SpanBatch } from "../span-batch.ts";
import { decompressNow } from "./gzip.ts";

/** Field of a message: its tag, its bytes with tag and length, and its content alone. */
interface Field {
  readonly tag: number;
  readonly whole: Bytes;
  readonly content: Bytes;
}

/** Span with its surroundings: the other fields of its `ResourceSpans` and of its `ScopeSpans`. */
interface PlacedSpan {
  readonly resource: Bytes;
  readonly scope: Bytes;
  readonly span: Bytes;
}

/** Splits a batch, as this package encodes it, into two with half of the spans each. */
export function splitBatch({ body, contentEncoding, mayHaveArrived }: SpanBatch): SpanBatch[] {
  const spans = spansOf(contentEncoding === "gzip" ? decompressNow(body) : body);
  const half = Math.ceil(spans.length / 2);
  return [spans.slice(0, half), spans.slice(half)].map((part) => ({
    body: requestOf(part),
    contentEncoding: undefined,
    spanCount: part.length,
    mayHaveArrived,
  }));
}

function spansOf(body: Bytes): PlacedSpan[] {
  return fieldsOf(body).flatMap(({ content: resourceSpans }) => {
    const fields = fieldsOf(resourceSpans);
    const resource = joinFields(fields.filter(({ tag }) => tag !== RESOURCE_SPANS.SCOPE_SPANS));
    return fields
      .filter(({ tag }) => tag === RESOURCE_SPANS.SCOPE_SPANS)
      .flatMap(({ content: scopeSpans }) => {
        const parts = fieldsOf(scopeSpans);
        const scope = joinFields(parts.filter(({ tag }) => tag !== SCOPE_SPANS.SPANS));
        return parts
          .filter(({ tag }) => tag === SCOPE_SPANS.SPANS)
          .map(({ whole: span }) => ({ resource, scope, span }));
      });
  });
}

function requestOf(spans: readonly PlacedSpan[]): Bytes {
  const groups = Map.groupBy(spans, ({ scope }) => scope);
  return concat(
    [...groups].map(([scope, placed]) => {
      const scopeSpans = field(RESOURCE_SPANS.SCOPE_SPANS, [scope, ...placed.map(({ span }) => span)]);
      return field(EXPORT_REQUEST.RESOURCE_SPANS, [placed[0]!.resource, scopeSpans]);
    }),
  );
}

function joinFields(fields: readonly Field[]): Bytes {
  return concat(fields.map(({ whole }) => whole));
}

function field(tag: number, parts: readonly Bytes[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([fieldHeader(tag, length), ...parts]);
}

/** Returns the fields of a message whose fields all have a length, as all messages above the spans do. */
function fieldsOf(message: Bytes): Field[] {
  const fields: Field[] = [];
  const reader = new ProtobufReader(message);
  while (reader.remaining > 0) {
    const start = reader.position;
    const tag = reader.uint32();
    const content = reader.bytes();
    fields.push({ tag, whole: message.subarray(start, reader.position), content });
  }
  return fields;
}
