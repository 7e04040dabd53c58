import type { ObservationLevel } from "@svc/tracing";
import type { StatusText } from "@svc/tracing/internal";
import type { Answer, Failure } from "./operation.ts";

/** Data about the end of a call. */
export interface Ending {
  /** Value of the metadata field `outcome`; absent for a call that simply finished or failed. */
  readonly outcome?:
    | "cancelled"
    | "aborted"
    | "unread"
    | "unfinished"
    | "background"
    | "raw-response"
    | "rejected-by-parser"
    | "incomplete";
  readonly level?: ObservationLevel;
  readonly statusMessage?: StatusText;
  /** Value of `error.type`; present when the call failed. The span's status becomes ERROR. */
  readonly errorType?: string;
}

/** Ending of a call whose whole answer was read. */
export const COMPLETE: Ending = {};

/** Ending of a call whose stream the application left before its end. */
export const CANCELLED: Ending = {
  outcome: "cancelled",
  statusMessage: { own: "The application stopped reading the stream" },
};

/** Ending of a call whose stream the application aborted. */
export const ABORTED: Ending = {
  outcome: "aborted",
  level: "WARNING",
  statusMessage: { own: "The application aborted the stream" },
};

/** Ending of a call whose answer the application dropped without reading it to its end. */
export const UNREAD: Ending = {
  outcome: "unread",
  level: "WARNING",
  statusMessage: { own: "The answer was not read to its end" },
};

/** Ending of a call that was in progress when the process ended. */
export const UNFINISHED: Ending = {
  outcome: "unfinished",
  level: "WARNING",
  statusMessage: { own: "The process ended before the call did" },
};

/** Ending of a call that the server went on with in the background, where this process has not fetched the rest. */
export const BACKGROUND: Ending = {
  outcome: "background",
  statusMessage: { own: "The server went on in the background: this process did not fetch the rest of the answer" },
};

/** Ending of a call whose HTTP response the application reads itself. */
export const RAW_RESPONSE: Ending = {
  outcome: "raw-response",
  statusMessage: { own: "The application reads the HTTP response itself: the answer is not recorded" },
};

/** Returns the ending that an answer reports, else `read`, which tells how the reading of the answer ended. */
export function endingOf(answer: Answer, read: Ending): Ending {
  if (answer.failure) return failed(answer.failure);
  if (answer.incompleteReason !== undefined) return incomplete(answer.incompleteReason);
  // A stream that is aborted or left ends without an error, and that may come after the whole answer.
  const isFinished = answer.isFinished === true || Boolean(answer.finishReasons?.length);
  return isFinished && (read === ABORTED || read === CANCELLED) ? COMPLETE : read;
}

function incomplete(reason: string): Ending {
  return { outcome: "incomplete", level: "WARNING", statusMessage: { own: `The answer is incomplete: ${reason}` } };
}

/** Returns the ending of a call whose answer did not pass a check that the application asked for, such as a schema. */
export function rejectedByParser({ type, message }: Failure): Ending {
  // A parser's message does not name the parser.
  const statusMessage = { type, message: `${type}: ${message}` };
  return { outcome: "rejected-by-parser", level: "WARNING", statusMessage };
}

/** Returns the ending of a failed call. */
export function failed(failure: Failure): Ending {
  return { level: "ERROR", statusMessage: failure, errorType: failure.type };
}
