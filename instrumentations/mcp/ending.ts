import { dataAt, failed, failureOf, type Ending } from "@svc/instrumentation";

/** Ending of a request that its sender has aborted. */
export const ABORTED: Ending = {
  outcome: "aborted",
  level: "WARNING",
  statusMessage: "The application aborted the request",
};

/** Ending of a request whose answer nobody waits for any more: its sender cancelled it, or the connection closed. */
export const CANCELLED: Ending = {
  outcome: "cancelled",
  level: "WARNING",
  statusMessage: "The request was cancelled before its answer",
};

/** Value of `error.type` of a tool result that reports an error. */
const TOOL_ERROR = "tool_error";

/** Returns the ending of a tool call whose result reports an error; `text` is what the result says. */
export function toolFailed(text: string | undefined): Ending {
  return { level: "ERROR", statusMessage: text ?? "The tool reports an error", errorType: TOOL_ERROR };
}

/** Returns the ending of a request that failed. Its type is the code of the protocol, such as `-32602`, where it has one. */
export function requestFailed(error: unknown, withContent: boolean): Ending {
  const failure = failureOf(error);
  return failed({ ...failure, type: codeOf(error) ?? failure.type }, withContent);
}

/** Returns the code of an error of the protocol. */
export function codeOf(error: unknown): string | undefined {
  const code = dataAt(error, "code");
  return typeof code === "number" ? String(code) : undefined;
}
