import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { failedWith, type StepEnding } from "@svc/instrumentation";

/** Texts by which the SDK names an aborted run, and a run that a guardrail stopped. */
const ABORTED = /\bAbortError\b|^(?:Error: )?(?:Request was aborted|Th(?:e|is) operation was aborted)/;
const BLOCKED = /tripwire|guardrail .*triggered/i;

/**
 * Returns the ending that a span's error tells; undefined without an error. A triggered guardrail and an abort are warnings and no
 * failures. Without content, only the SDK's own words are recorded where it has data: its data quote the application. Without data, its
 * words may be those of an error.
 */
export function endingOf(error: unknown): StepEnding | undefined {
  if (!isFields(error)) return undefined;
  const said = fullMessage(error);
  const statusMessage = { message: said, type: withoutData(error) };
  if (ABORTED.test(said)) return { level: "WARNING", statusMessage, metadata: { outcome: "aborted" } };
  if (BLOCKED.test(said)) return { level: "WARNING", statusMessage, metadata: { outcome: "blocked" } };
  return failedWith(statusMessage);
}

/** Returns the message of the SDK, if its data has what is about the application. */
function withoutData({ message, data }: Fields): string {
  return isFields(data) && Object.keys(data).length > 0 ? (textOf(message) ?? FAILED) : FAILED;
}

const FAILED = "The step failed";

/** Returns the error itself where the SDK tells it, else the SDK's message with what it is about. */
function fullMessage({ message, data }: Fields): string {
  const { error, guardrail, max_turns: maxTurns } = fieldsOf(data);
  const about = [guardrail, maxTurns].find((value) => typeof value === "string" || typeof value === "number");
  if (textOf(error) !== undefined) return error as string;
  const text = textOf(message) ?? FAILED;
  const list = listOf(error).join(", ");
  return about === undefined && list === "" ? text : `${text}: ${String(about ?? list)}`;
}
