import type { ObservationLevel } from "@svc/tracing";
import type { Failure } from "./operation.ts";

/** How a call came to its end. */
export interface Ending {
  /** Written as metadata `outcome`; absent for a call that simply finished or failed. */
  readonly outcome?: "cancelled" | "aborted" | "unread" | "raw-response" | "rejected-by-parser" | "incomplete";
  readonly level?: ObservationLevel;
  readonly statusMessage?: string;
  /** Present when the call failed: the span's status becomes ERROR. */
  readonly errorType?: string;
}

/** The whole answer was read. */
export const COMPLETE: Ending = {};

/** The application left the loop over the stream. */
export const CANCELLED: Ending = { outcome: "cancelled", statusMessage: "The application stopped reading the stream" };

/** The application aborted the stream. */
export const ABORTED: Ending = {
  outcome: "aborted",
  level: "WARNING",
  statusMessage: "The application aborted the stream",
};

/** The application let go of the answer without reading it to its end. */
export const UNREAD: Ending = {
  outcome: "unread",
  level: "WARNING",
  statusMessage: "The answer was not read to its end",
};

/** The application took the HTTP response to read it itself. */
export const RAW_RESPONSE: Ending = {
  outcome: "raw-response",
  statusMessage: "The application reads the HTTP response itself: the answer is not recorded",
};

/** The server stopped before the answer was whole. */
export function incomplete(reason: string): Ending {
  return { outcome: "incomplete", level: "WARNING", statusMessage: `The answer is incomplete: ${reason}` };
}

/** The model answered, but the answer did not pass the check the application asked for, such as a schema. */
export function rejectedByParser(failure: Failure, withContent: boolean): Ending {
  return { outcome: "rejected-by-parser", level: "WARNING", statusMessage: said(failure, withContent) };
}

/** The call failed. */
export function failed(failure: Failure, withContent: boolean): Ending {
  return { level: "ERROR", statusMessage: said(failure, withContent), errorType: failure.type };
}

/** Errors of servers and parsers quote what was said: where that is not recorded, only their name is. */
function said({ type, message }: Failure, withContent: boolean): string {
  return withContent ? message : type;
}
