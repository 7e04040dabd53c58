import { gunzipSync } from "node:zlib";
import { varintSize } from "./protobuf-writer.ts";
import type { SpanBatch } from "./span-batch.ts";

/** Field numbers on the way from a request to its spans: `resource_spans`, `scope_spans`, `spans`. */
const PATH = { RESOURCE_SPANS: 1, SCOPE_SPANS: 2, SPANS: 2 };
const LENGTH_DELIMITED = 2;

/** Field of a message: its number, its bytes with tag and length, and its content alone. */
interface Field {
  readonly number: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Span with its surroundings: the other fields of its `ResourceSpans` and of its `ScopeSpans`. */
interface PlacedSpan {
  readonly resource: Buffer;
  readonly scope: Buffer;
  readonly span: Buffer;
}

/** Splits a batch, as this package encodes it, into two with half of the spans each. */
export function splitBatch({ body, contentEncoding }: SpanBatch): SpanBatch[] {
  const spans = spansOf(contentEncoding === "gzip" ? gunzipSync(body) : body);
  const half = Math.ceil(spans.length / 2);
  return [spans.slice(0, half), spans.slice(half)].map((part) => ({
    body: requestOf(part),
    contentEncoding: undefined,
    spanCount: part.length,
  }));
}

function spansOf(body: Buffer): PlacedSpan[] {
  return fieldsOf(body).flatMap(({ content: resourceSpans }) => {
    const fields = fieldsOf(resourceSpans);
    const resource = joined(fields.filter(({ number }) => number !== PATH.SCOPE_SPANS));
    return fields
      .filter(({ number }) => number === PATH.SCOPE_SPANS)
      .flatMap(({ content: scopeSpans }) => {
        const parts = fieldsOf(scopeSpans);
        const scope = joined(parts.filter(({ number }) => number !== PATH.SPANS));
        return parts
          .filter(({ number }) => number === PATH.SPANS)
          .map(({ whole: span }) => ({ resource, scope, span }));
      });
  });
}

function requestOf(spans: readonly PlacedSpan[]): Buffer {
  const groups = Map.groupBy(spans, ({ scope }) => scope);
  return Buffer.concat(
    [...groups].map(([scope, placed]) => {
      const scopeSpans = field(PATH.SCOPE_SPANS, [scope, ...placed.map(({ span }) => span)]);
      return field(PATH.RESOURCE_SPANS, [placed[0]!.resource, scopeSpans]);
    }),
  );
}

function joined(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(({ whole }) => whole));
}

function field(number: number, parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(1 + varintSize(length));
  head[0] = (number << 3) | LENGTH_DELIMITED;
  let rest = length;
  for (let at = 1; at < head.length; at++) {
    head[at] = (rest & 0x7f) | (at < head.length - 1 ? 0x80 : 0);
    rest >>>= 7;
  }
  return Buffer.concat([head, ...parts]);
}

/** Returns the fields of a message whose fields all have a length, as all messages above the spans do. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  for (let start = 0; start < message.length;) {
    let at = start + 1;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++]!;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const end = at + length;
    fields.push({
      number: message[start]! >>> 3,
      whole: message.subarray(start, end),
      content: message.subarray(at, end),
    });
    start = end;
  }
  return fields;
}
