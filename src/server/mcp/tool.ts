import type { JsonObject } from "../http/json.ts";
import type { ApiReads } from "./api-reads.ts";

/** Tool of the MCP server. It reads and changes nothing. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Text by which a model chooses the tool. */
  readonly description: string;
  /** JSON Schema of the input. The input is checked before the tool runs. */
  readonly inputSchema: JsonObject;
  /** Returns the result as text. Throws a `ToolProblem` that says what to do. */
  readonly run: (input: JsonObject, reads: ApiReads) => Promise<string>;
}

/** Tool with the type of its input, which its schema ensures. */
interface TypedTool<Input> extends Omit<Tool, "inputSchema" | "run"> {
  readonly properties: Readonly<Record<keyof Input, JsonObject>>;
  readonly required?: ReadonlyArray<keyof Input & string>;
  readonly run: (input: Input, reads: ApiReads) => Promise<string>;
}

/** Makes a tool of the properties of its input. Unknown properties are refused, so that a misspelt one does not go unnoticed. */
export function defineTool<Input>({ properties, required = [], run, ...named }: TypedTool<Input>): Tool {
  const inputSchema = { type: "object", properties, required, additionalProperties: false };
  return { ...named, inputSchema, run: async (input, reads) => run(input as Input, reads) };
}

/** Schema of a text that is not empty. */
export function text(description: string): JsonObject {
  return { type: "string", minLength: 1, description };
}

/** Schema of a whole number in a range. */
export function integer(description: string, minimum: number, maximum: number, fallback: number): JsonObject {
  return { type: "integer", description, minimum, maximum, default: fallback };
}

export function time(description: string): JsonObject {
  return { type: "string", format: "date-time", description: `${description} ISO 8601, such as 2026-11-22T20:44:00Z.` };
}

/** Schema of a filter as text. */
export const WHERE: JsonObject = text(
  "Filter as text, which must hold as well: conditions joined by and, or, not and parentheses, with the columns and operators of filter, such " +
    "as: (level = ERROR or latency > 2) and not metadata.plan any of gold,silver. A value with a comma, a parenthesis or one of the words " +
    "and, or, not in it needs quotation marks.",
);

/** Schema of conditions in the filter language of the API. */
export function filter(columns: readonly string[]): JsonObject {
  return {
    type: "array",
    maxItems: 20,
    description:
      "Conditions that must all hold, in the filter language of the API. " +
      'Examples: {"type":"string","column":"name","operator":"contains","value":"search"}, ' +
      '{"type":"number","column":"latency","operator":">","value":2}, ' +
      '{"type":"stringOptions","column":"level","operator":"any of","value":["ERROR","WARNING"]}, ' +
      '{"type":"stringObject","column":"metadata","key":"plan","operator":"=","value":"gold"}. ' +
      `Columns: ${columns.join(", ")}.`,
    items: {
      type: "object",
      properties: {
        type: { type: "string" },
        column: { type: "string" },
        operator: { type: "string" },
        key: { type: "string" },
        value: {},
      },
      required: ["type", "column", "operator"],
    },
  };
}
