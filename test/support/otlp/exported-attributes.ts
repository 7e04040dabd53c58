import type { AnyValue, Span } from "./otlp_pb.ts";
import type { ExportSink } from "./export-sink.ts";

/** Returns the attributes of a received span as plain values. */
export function attributesOf(span: Span): Record<string, unknown> {
  return Object.fromEntries(span.attributes.map(({ key, value }) => [key, plain(value)]));
}

/** Returns the attributes of the only received span of this name. */
export function attributesOfSpan(sink: ExportSink, name: string): Record<string, unknown> {
  const [only, ...more] = sink.spans.filter((span) => span.name === name);
  if (only === undefined || more.length > 0) {
    throw new Error(`${only ? more.length + 1 : 0} spans named ${name} have arrived`);
  }
  return attributesOf(only);
}

function plain(value: AnyValue | undefined): unknown {
  const held = value?.value;
  if (held?.case === "arrayValue") return held.value.values.map(plain);
  return typeof held?.value === "bigint" ? Number(held.value) : held?.value;
}
