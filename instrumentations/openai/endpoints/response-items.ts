import { isFields, type Fields } from "@svc/core/internal";

/** Item of a response's output so far; each delta adds to the item. */
export type PartialItem = Record<string, unknown>;

interface Place {
  /** Type of the item, for an item whose start was not seen. */
  readonly item: string;
  /** Field of the item that the text is added to; for an item with parts, the list of parts. */
  readonly field: string;
  /** Type of the part, and the field of the part that the text is added to. */
  readonly part?: readonly [type: string, field: string];
  /** Field of the event that numbers the parts. */
  readonly index?: "content_index" | "summary_index";
}

/** Places of the text of each delta in the finished item. */
const DELTAS: ReadonlyMap<string, Place> = new Map<string, Place>([
  [
    "response.output_text.delta",
    { item: "message", field: "content", part: ["output_text", "text"], index: "content_index" },
  ],
  [
    "response.refusal.delta",
    { item: "message", field: "content", part: ["refusal", "refusal"], index: "content_index" },
  ],
  [
    "response.reasoning_summary_text.delta",
    { item: "reasoning", field: "summary", part: ["summary_text", "text"], index: "summary_index" },
  ],
  [
    "response.reasoning_text.delta",
    { item: "reasoning", field: "content", part: ["reasoning_text", "text"], index: "content_index" },
  ],
  ["response.function_call_arguments.delta", { item: "function_call", field: "arguments" }],
  ["response.custom_tool_call_input.delta", { item: "custom_tool_call", field: "input" }],
  ["response.mcp_call_arguments.delta", { item: "mcp_call", field: "arguments" }],
  ["response.code_interpreter_call_code.delta", { item: "code_interpreter_call", field: "code" }],
  ["response.audio.transcript.delta", { item: "message", field: "transcript" }],
]);

/** Returns true when events of this type bring a piece of an item's text. */
export function isDelta(type: string): boolean {
  return DELTAS.has(type);
}

/** Returns a copy of an item that has only begun, to add deltas to. The item itself belongs to the application. */
export function emptyItem(item: Fields): PartialItem {
  return structuredClone(item);
}

/** Adds a piece of text to an item, at its place in the finished item. */
export function addDelta(item: PartialItem, type: string, delta: string, event: Fields): void {
  const { item: itemType, field, part, index } = DELTAS.get(type)!;
  item.type ??= itemType;
  if (part === undefined || index === undefined) {
    append(item, field, delta);
    return;
  }
  const parts: unknown[] = Array.isArray(item[field]) ? item[field] : [];
  item[field] = parts;
  const place = partPlace(event[index]);
  if (!isFields(parts[place])) parts[place] = { type: part[0] };
  append(parts[place] as PartialItem, part[1], delta);
}

/** Highest index of a part in one item; parts above it are not told apart. */
const MAX_PARTS = 1_000;

function partPlace(index: unknown): number {
  return typeof index === "number" && Number.isInteger(index) && index >= 0 ? Math.min(index, MAX_PARTS) : 0;
}

function append(fields: PartialItem, name: string, text: string): void {
  const before = fields[name];
  fields[name] = typeof before === "string" ? before + text : text;
}
