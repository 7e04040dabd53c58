import type { ReceivedEvent } from "../../otlp/otlp-span.ts";

/** Event that OpenTelemetry's `recordException` adds to a span. */
const EVENT = "exception";

const PREFIX = "exception.";

/** Returns the exceptions recorded on a span, in their order: `type`, `message`, `stacktrace` and any other attributes. */
export function recordedExceptions(events: readonly ReceivedEvent[]): Array<Record<string, unknown>> {
  return events
    .filter(({ name }) => name === EVENT)
    .map(({ attributes }) =>
      Object.fromEntries(
        [...attributes].map(([key, value]) => [key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key, value]),
      ),
    );
}

/** Returns the last exception in one line, such as `TypeError: x is not a function`; null without any. */
export function lastException(events: readonly ReceivedEvent[]): string | null {
  const { type, message } = recordedExceptions(events).at(-1) ?? {};
  return [type, message].filter((part) => typeof part === "string" && part !== "").join(": ") || null;
}
