import type { Attributes, SpanContext } from "@opentelemetry/api";
import type { Resource } from "../readable-span.ts";

/** Depth below which an attribute value is written as empty: a cycle must not end the process. */
export const MAX_DEPTH = 20;

/** Bits of `Span.flags`: the parent's process is known, and the parent's process is another one. */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** Returns the flags of a span with this parent, or of a link to this span. */
export function flagsOf(traceFlags: number, other: SpanContext | undefined): number {
  return (traceFlags & 0xff) | HAS_IS_REMOTE | (other?.isRemote ? IS_REMOTE : 0);
}

/** Returns the attributes known so far: at the end of the process pending attributes cannot be awaited. */
export function knownAttributes(resource: Resource): Attributes {
  if (!resource.asyncAttributesPending || resource.getRawAttributes === undefined) return resource.attributes;
  const known: Attributes = {};
  for (const [key, value] of resource.getRawAttributes()) {
    if (!(value instanceof Promise)) known[key] ??= value as string;
  }
  return known;
}
