import type { Message, Part, ToolResult } from "./message.ts";

/**
 * Returns the results of tools by the parts of their calls. Calls and results of one id belong together in their order: some
 * providers have no ids, and the name of the tool stands in their place.
 */
export function joinResults(messages: readonly Message[]): ReadonlyMap<Part, ToolResult> {
  const waiting = new Map<string, Part[]>();
  const results = new Map<Part, ToolResult>();
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.kind === "toolCall") waiting.set(part.id, [...(waiting.get(part.id) ?? []), part]);
    if (part.kind !== "toolResult") continue;
    const call = waiting.get(part.id)?.shift();
    if (call !== undefined) results.set(call, part);
  }
  return results;
}
