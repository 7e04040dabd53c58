import { isFields } from "../names/fields.ts";

/** LangGraph's ways of leaving a node; each travels as an exception and none is an error. */
const OUTCOMES: Readonly<Record<string, string>> = {
  GraphInterrupt: "interrupted",
  NodeInterrupt: "interrupted",
  ParentCommand: "parent-command",
  GraphDrained: "drained",
};

/** What came about where an exception was thrown to get out, not because something failed; undefined for an error. */
export function controlOutcome(error: unknown): string | undefined {
  if (!isFields(error)) return undefined;
  return OUTCOMES[String(error.name)] ?? (error.is_bubble_up === true ? "bubble-up" : undefined);
}
