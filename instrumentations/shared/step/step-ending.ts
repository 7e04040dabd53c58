import { fieldsOf, messageOfThrown } from "@svc/core/internal";
import type { RecordedAttributes, StatusText } from "@svc/tracing/internal";
import { failureOf } from "../call/failure.ts";

/** Outcome of a step; absent fields change nothing. */
export interface StepEnding extends RecordedAttributes {
  /** Reason of a failure; the span's status becomes ERROR. */
  readonly failure?: StatusText;
}

/** End of a step whose stream the application stopped reading. */
export const LEFT: StepEnding = {
  statusMessage: { own: "The application stopped reading the stream" },
  metadata: { outcome: "cancelled" },
};

/** End of a step that the end of the process cut short. */
export const CUT_SHORT: StepEnding = {
  level: "WARNING",
  statusMessage: { own: "The process ended before the call did" },
  metadata: { outcome: "unfinished" },
};

/** Returns the end of a step that failed. An abort by the application is a warning and no failure. */
export function failedEnding(error: unknown): StepEnding {
  if (fieldsOf(error).name === "AbortError") return abortedEnding(error);
  return failedWith({ message: messageOfThrown(error), type: errorTypeOf(error) });
}

/** Returns the end of a step that failed for this reason. */
export function failedWith(failure: StatusText): StepEnding {
  return { level: "ERROR", statusMessage: failure, failure };
}

/** Returns the end of a step that the application aborted. */
export function abortedEnding(reason: unknown): StepEnding {
  const aborted = "The application aborted the call";
  const statusMessage = reason === undefined ? { own: aborted } : { message: messageOfThrown(reason), type: aborted };
  return { level: "WARNING", statusMessage, metadata: { outcome: "aborted" } };
}

/** Returns the type of a thrown value, whatever it is: the text of a failure without content. */
export function errorTypeOf(error: unknown): string {
  try {
    return failureOf(error).type;
  } catch {
    return "_OTHER";
  }
}
