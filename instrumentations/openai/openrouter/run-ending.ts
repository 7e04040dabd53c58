import { failedEnding, type Ending, type StepEnding } from "@svc/instrumentation";

/** End of a tool that the package did not wait for, because one of its results did not fit. */
export const UNFINISHED_TOOL: StepEnding = {
  level: "WARNING",
  statusMessage: { own: "The agent ended before the tool did" },
  metadata: { outcome: "unfinished" },
};

/** Returns the ending of a failed step. */
export function failureEnding(error: unknown): StepEnding {
  return failedEnding(isAbort(error) ? causeOf(error) : error);
}

/** Returns the ending of a run whose only model call ended like this. */
export function endingOfCall({ outcome, level, statusMessage, errorType }: Ending): StepEnding {
  return {
    ...(level && { level }),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(outcome && { metadata: { outcome } }),
    ...(errorType !== undefined && { failure: statusMessage ?? { own: errorType } }),
  };
}

/** Returns true for the error of a request that the application aborted, which the package wraps. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "RequestAbortedError";
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
