import type { Attributes } from "@opentelemetry/api";
import { capturedContent, withoutContent } from "@svc/core/internal";
import { TRACE_SESSION_ID, TRACE_USER_ID } from "@svc/core/internal/span-attributes";
import { isPackageSpan } from "./package-spans.ts";
import type { ReadableSpan } from "./readable-span.ts";

/**
 * Returns the span as it may be sent. A package that is recorded can make spans of its own, such as those of the tools of Anthropic's SDK.
 * Where content is not recorded, they are sent without it as well: without the texts of attributes, events and status.
 */
export function sendableSpan(span: ReadableSpan): ReadableSpan {
  const { inputs, outputs } = capturedContent();
  if ((inputs && outputs) || !isPackageSpan(span)) return span;
  const { message: _message, ...status } = span.status;
  return Object.create(span, {
    attributes: { value: descriptiveAttributes(span.attributes), enumerable: true },
    events: { value: [], enumerable: true },
    status: { value: status, enumerable: true },
  }) as ReadableSpan;
}

/** Returns true for an attribute that this SDK has given the span at its start, of what the application propagates. */
function isStamp(name: string): boolean {
  return name.startsWith("svc.") || name === TRACE_USER_ID || name === TRACE_SESSION_ID;
}

function descriptiveAttributes(attributes: Attributes): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const rest = value === undefined || isStamp(name) ? value : withoutContent(name, value, capturedContent());
    if (rest !== undefined) kept[name] = rest;
  }
  return kept;
}
