import { fieldsOf, isFields, listOf, textOf } from "@svc/core/internal";
import { runOf } from "../run/run-table.ts";

/** Notes a piece of a streamed answer: the time of the first piece with content, and the text so far. */
export function noteToken(runId: string, token: unknown, fields: unknown): void {
  const run = runOf(runId);
  if (run === undefined) return;
  const text = textOf(token);
  if (run.completionStart === undefined && (text !== undefined || bringsContent(fields))) {
    run.completionStart = new Date(run.observation.clock.now());
  }
  if (text !== undefined) run.partialText = (run.partialText ?? "") + text;
}

/** Notes an event of a streamed answer, for models that stream events instead of tokens. */
export function noteStreamEvent(runId: string, event: unknown): void {
  const { event: kind, delta } = fieldsOf(event);
  if (kind === "content-block-delta")
    noteToken(runId, fieldsOf(delta).text ?? "", { chunk: { message: { content: [delta] } } });
}

/**
 * Returns true when a piece without text begins a tool call, a refusal or a thought. The first piece of many models is empty.
 */
function bringsContent(fields: unknown): boolean {
  const message = fieldsOf(fieldsOf(fieldsOf(fields).chunk).message);
  const { content, tool_call_chunks, additional_kwargs } = message;
  if (listOf(tool_call_chunks).length > 0 || listOf(content).length > 0) return true;
  return isFields(additional_kwargs) && ["reasoning_content", "refusal"].some((key) => textOf(additional_kwargs[key]));
}
