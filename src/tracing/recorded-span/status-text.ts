import { hideCredentials } from "@svc/core/internal";

/**
 * Text of a status that an instrumentation writes.
 *
 * - `own`: words of the instrumentation itself, which hold nothing of the call.
 * - `message` with `type`: words of somebody else, such as those of an error, which may repeat the prompt; `type` stands in their place
 *   where content is not recorded.
 */
export type StatusText = { readonly own: string } | { readonly message: string; readonly type: string };

/** Returns the text to record. Credentials in the words of somebody else are hidden: an answer may repeat the request. */
export function wordsOf(text: StatusText, withContent: boolean): string {
  if ("own" in text) return text.own;
  return withContent ? hideCredentials(text.message) : text.type;
}
