import { fieldsOf, textOf } from "@svc/core/internal";
import { TOOL_CALL_ID } from "@svc/core/internal/gen-ai";
import { failedWith, textAttribute, type StepEnding } from "@svc/instrumentation";
import type { RecordedAttributes } from "@svc/tracing/internal";
import { isMessage, withRecordedMessages } from "./messages.ts";

/** Reason of a failed tool that tells no other. */
const TOOL_ERROR = "The tool reports an error";

/**
 * Returns the arguments of a tool. LangChain reports arguments as JSON text, and the argument of a tool that takes a text as
 * that text.
 */
export function toolInput(input: unknown): unknown {
  if (typeof input !== "string" || !input.startsWith("{")) return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

/** Returns the attributes of the id by which the model called a tool. */
export function toolCallOf(id: string | undefined): RecordedAttributes {
  return id === undefined ? {} : { metadata: { tool_call_id: id }, conventions: textAttribute(TOOL_CALL_ID, id) };
}

/**
 * Returns the output of a tool. Of a message only the content is the output; its tool call id is metadata, and its error status
 * sets the level ERROR.
 */
export function toolOutput(output: unknown): StepEnding {
  if (!isMessage(output)) return { output: withRecordedMessages(output) };
  const isFailed = fieldsOf(output).status === "error";
  return {
    output: output.content,
    ...toolCallOf(textOf(output.tool_call_id)),
    ...(isFailed && failedWith({ message: textOf(output.content) ?? TOOL_ERROR, type: TOOL_ERROR })),
  };
}
