import { deliverRest } from "@svc/otel";

/**
 * Delivers what is queued when the process has ended: when it has nothing left to do, calls `process.exit()`, or throws.
 * At the `exit` event nothing can be awaited, so the process is held, for a bounded time; in return the application's own
 * listeners run as often, and in the order, they would without us, and its exit code stays its own.
 */
export function deliverAtTheEnd(): void {
  process.once("exit", deliverRest);
}
