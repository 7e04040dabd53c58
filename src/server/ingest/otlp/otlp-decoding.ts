import { SpanProblems } from "../span-problems.ts";
import { readJsonSpans } from "./otlp-json.ts";
import { readProtobufSpans } from "./otlp-protobuf.ts";
import { type ReceivedSpan, RefusedExport } from "./otlp-span.ts";
import { RefusedSpans } from "./refused-spans.ts";

/** Formats of a trace export. */
export type OtlpFormat = "protobuf" | "json";

/** Spans of a trace export. */
export interface DecodedExport {
  spans: ReceivedSpan[];
  refused: RefusedSpans;
}

const READERS = { protobuf: readProtobufSpans, json: readJsonSpans };

/**
 * Reads the spans of one trace export. Leaves out those with an impossible id or time. `now`: time of the export; undefined for an
 * archive, whose times are not checked. Throws {@link RefusedExport} when the body cannot be read, or holds more than one request may.
 */
export function decodeExport(format: OtlpFormat, body: Uint8Array, now: number | undefined): DecodedExport {
  const problems = new SpanProblems();
  const spans = READERS[format](body, problems);
  const summary = problems.summary();
  if (summary !== undefined) {
    throw new RefusedExport(400, `Invalid OTLP trace export: ${summary}. Nothing of this request was stored`);
  }
  const refused = new RefusedSpans(now);
  return { spans: refused.without(spans), refused };
}
