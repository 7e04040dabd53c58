import { isFields } from "@svc/core/internal";

/** Reasons of an answer's end, in the words of Chat Completions, by the reason why a response is incomplete. */
const ENDINGS: Readonly<Record<string, string>> = { max_output_tokens: "length", content_filter: "content_filter" };

/** Types of items that ask the application to call a tool. */
const TOOL_CALLS: ReadonlySet<unknown> = new Set([
  "function_call",
  "custom_tool_call",
  "computer_call",
  "local_shell_call",
  "shell_call",
  "apply_patch_call",
]);

/** Returns the reason why a response ended, in the words of Chat Completions: the Responses API itself names none. */
export function responseEnding(
  status: unknown,
  incompleteReason: string | undefined,
  output: readonly unknown[],
): string[] {
  if (status === "incomplete") return [ENDINGS[incompleteReason ?? ""] ?? []].flat();
  if (status !== "completed") return [];
  return [output.some((item) => isFields(item) && TOOL_CALLS.has(item.type)) ? "tool_calls" : "stop"];
}
