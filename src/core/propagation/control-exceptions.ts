import { isFields } from "../values/fields.ts";

/** Outcomes of the exceptions by which LangGraph leaves a node without an error, by exception name. */
const OUTCOMES: Readonly<Record<string, string>> = {
  GraphInterrupt: "interrupted",
  NodeInterrupt: "interrupted",
  ParentCommand: "parent-command",
  GraphDrained: "drained",
};

/** Returns the outcome of an exception that controls the flow and reports no failure; undefined for an error. */
export function controlOutcome(error: unknown): string | undefined {
  if (!isFields(error)) return undefined;
  return OUTCOMES[String(error.name)] ?? (error.is_bubble_up === true ? "bubble-up" : undefined);
}
