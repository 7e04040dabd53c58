import { fieldsOf, messageOfThrown } from "@svc/core/internal";
import type { SvcGenerationAttributes } from "@svc/tracing";

/** Outcome of a step; absent fields change nothing. */
export interface StepEnding extends SvcGenerationAttributes {
  /** Reason of a failure; the span's status becomes ERROR. */
  readonly failure?: string;
}

/** End of a step whose stream the application stopped reading. */
export const LEFT: StepEnding = {
  statusMessage: "The application stopped reading the stream",
  metadata: { outcome: "cancelled" },
};

/** End of a step that the end of the process cut short. */
export const CUT_SHORT: StepEnding = {
  level: "WARNING",
  statusMessage: "The process ended before the call did",
  metadata: { outcome: "unfinished" },
};

/** Returns the end of a step that failed. An abort by the application is a warning and no failure. */
export function failedEnding(error: unknown): StepEnding {
  if (fieldsOf(error).name === "AbortError") return abortedEnding(error);
  const failure = messageOfThrown(error);
  return { level: "ERROR", statusMessage: failure, failure };
}

/** Returns the end of a step that the application aborted. */
export function abortedEnding(reason: unknown): StepEnding {
  const statusMessage = reason === undefined ? "The application aborted the call" : messageOfThrown(reason);
  return { level: "WARNING", statusMessage, metadata: { outcome: "aborted" } };
}
