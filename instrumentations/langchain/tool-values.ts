import { fieldsOf, textOf } from "@svc/core";
import type { SvcGenerationAttributes } from "@svc/tracing";
import { isMessage, withRecordedMessages } from "./messages.ts";

/** The arguments of a tool: LangChain reports them as JSON text, a tool that takes a text as the text. */
export function toolInput(input: unknown): unknown {
  if (typeof input !== "string" || !input.startsWith("{")) return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

/** What a tool gave: the content of its message alone, since the name and the id of the call are told already. */
export function toolOutput(output: unknown): SvcGenerationAttributes {
  if (!isMessage(output)) return { output: withRecordedMessages(output) };
  const id = textOf(output.tool_call_id);
  const isFailed = fieldsOf(output).status === "error";
  return {
    output: output.content,
    ...(id !== undefined && { metadata: { tool_call_id: id } }),
    ...(isFailed && { level: "ERROR", statusMessage: textOf(output.content) ?? "The tool reports an error" }),
  };
}
