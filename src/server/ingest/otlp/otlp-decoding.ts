import { SpanProblems } from "../span-problems.ts";
import { readJsonSpans } from "./otlp-json.ts";
import { readProtobufSpans } from "./otlp-protobuf.ts";
import { type ReceivedSpan, RefusedExport } from "./otlp-span.ts";

/** Formats of a trace export. */
export type OtlpFormat = "protobuf" | "json";

const READERS = { protobuf: readProtobufSpans, json: readJsonSpans };

/**
 * Reads the spans of one trace export, all or none. Throws {@link RefusedExport} when the body cannot be read, holds more than
 * one request may, or any span is unusable.
 */
export function decodeExport(format: OtlpFormat, body: Uint8Array): ReceivedSpan[] {
  const problems = new SpanProblems();
  const spans = READERS[format](body, problems);
  const summary = problems.summary();
  if (summary !== undefined) {
    throw new RefusedExport(400, `Invalid OTLP trace export: ${summary}. Nothing of this request was stored`);
  }
  return spans;
}
