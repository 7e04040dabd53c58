import { hideCredentials } from "@svc/core/internal";
import type { ReadableSpan, TimedEvent } from "./readable-span.ts";

/** Attributes of the event that OpenTelemetry's `recordException` adds, with texts of the error. */
const TEXTS = ["exception.message", "exception.stacktrace"];

/**
 * Returns the span as it may be sent: without credentials in the text of its status and in its exceptions. The span itself does not
 * change, and is returned where there is nothing to hide.
 */
export function withoutCredentials(span: ReadableSpan): ReadableSpan {
  const { status, events } = span;
  if (!status.message && events.length === 0) return span;
  const message = status.message && hideCredentials(status.message);
  const cleaned = events.map(cleanEvent);
  if (message === status.message && cleaned.every((event, place) => event === events[place])) return span;
  return Object.create(span, {
    status: { value: { ...status, message }, enumerable: true },
    events: { value: cleaned, enumerable: true },
  }) as ReadableSpan;
}

function cleanEvent(event: TimedEvent): TimedEvent {
  const attributes = { ...event.attributes };
  let isChanged = false;
  for (const name of TEXTS) {
    const text = attributes[name];
    if (typeof text !== "string") continue;
    attributes[name] = hideCredentials(text);
    isChanged ||= attributes[name] !== text;
  }
  return isChanged ? { ...event, attributes } : event;
}
