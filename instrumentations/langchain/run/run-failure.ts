import { fieldsOf, isFields, textOf } from "@svc/core/internal";
import { errorTypeOf, failedWith } from "@svc/instrumentation";
import type { RunEnd } from "./run.ts";

/** Names and classes of errors that report an abort by the application. */
const ABORTS: ReadonlySet<unknown> = new Set(["AbortError", "ModelAbortError", "APIUserAbortError"]);

/** Start of the message of an abort. LangChain makes such errors anew, with no name of their own. */
const ABORTED = /^(?:AbortError|Aborted)/;

const MAX_DETAILS = 2_000;

/** Returns the end of a failed run. An abort by the application is a warning and no failure. */
export function failedEnd(error: unknown): RunEnd {
  const statusMessage = { message: messageOf(error), type: errorTypeOf(error) };
  if (isAbort(error)) return { level: "WARNING", statusMessage, metadata: { outcome: "aborted" } };
  return failedWith(statusMessage);
}

function isAbort(error: unknown): boolean {
  const { name, constructor, message } = fieldsOf(error);
  return ABORTS.has(name) || ABORTS.has(constructor?.name) || (typeof message === "string" && ABORTED.test(message));
}

/** Returns the error's text and, where the provider gives a reason, that reason. */
function messageOf(error: unknown): string {
  let text: string;
  try {
    text = String(error);
  } catch {
    text = textOf(fieldsOf(error).message) ?? typeof error;
  }
  return text + details(fieldsOf(error).error);
}

function details(reason: unknown): string {
  if (!isFields(reason)) return "";
  try {
    return `\nError details: ${JSON.stringify(reason).slice(0, MAX_DETAILS)}`;
  } catch {
    return "";
  }
}
