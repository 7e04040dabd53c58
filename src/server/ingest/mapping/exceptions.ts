import type { ReceivedEvent } from "../otlp/otlp-span.ts";

/** The event that OpenTelemetry's `recordException` adds to a span. */
const EVENT = "exception";

const PREFIX = "exception.";

/** The exceptions that were recorded on a span, in their order: `type`, `message`, `stacktrace` and what else they have. */
export function recordedExceptions(events: readonly ReceivedEvent[]): Array<Record<string, unknown>> {
  return events
    .filter(({ name }) => name === EVENT)
    .map(({ attributes }) =>
      Object.fromEntries(
        [...attributes].map(([key, value]) => [key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key, value]),
      ),
    );
}

/** The last exception in one line, such as `TypeError: x is not a function`; null without any. */
export function lastException(events: readonly ReceivedEvent[]): string | null {
  const { type, message } = recordedExceptions(events).at(-1) ?? {};
  return [type, message].filter((part) => typeof part === "string" && part !== "").join(": ") || null;
}
