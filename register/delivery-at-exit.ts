import type { SvcSpanProcessor } from "@svc/otel";

/**
 * Delivers what is queued when the process has nothing left to do. The exit code stays the application's, and a service
 * that does not answer holds the process for a bounded time only.
 */
export function deliverAtTheEnd(processor: SvcSpanProcessor): void {
  process.once("beforeExit", () => void processor.shutdown());
}
