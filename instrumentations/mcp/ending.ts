import { dataAt, failed, failureOf, type Ending, type Failure } from "@svc/instrumentation";

/** Ending of a request that its sender has aborted. */
export const ABORTED: Ending = {
  outcome: "aborted",
  level: "WARNING",
  statusMessage: { own: "The application aborted the request" },
};

/** Ending of a request whose answer nobody waits for any more: its sender cancelled it, or the connection closed. */
export const CANCELLED: Ending = {
  outcome: "cancelled",
  level: "WARNING",
  statusMessage: { own: "The request was cancelled before its answer" },
};

/** Value of `error.type` of a tool result that reports an error. */
export const TOOL_ERROR = "tool_error";

/** Returns the ending of a tool call that reports an error; `text` is what it says, and `type` what is recorded without content. */
export function toolFailed(text: string | undefined, type?: string): Ending {
  return { level: "ERROR", statusMessage: toolFailure(text, type), errorType: TOOL_ERROR };
}

/** Returns the reason of such an ending. */
export function toolFailure(text: string | undefined, type: string = "The tool reports an error"): Failure {
  return { message: text ?? type, type };
}

/** Returns the ending of a request that failed. Its type is the code of the protocol, such as `-32602`, where it has one. */
export function requestFailed(error: unknown): Ending {
  const failure = failureOf(error);
  return failed({ ...failure, type: codeOf(error) ?? failure.type });
}

/** Returns the code of an error of the protocol. */
export function codeOf(error: unknown): string | undefined {
  const code = dataAt(error, "code");
  return typeof code === "number" ? String(code) : undefined;
}
