import * as GenAi from "@svc/core/internal/gen-ai";
import { calledTools, nameOfTool } from "@svc/core/internal/messages";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes } from "../../otlp/otlp-span.ts";
import { firstJson, withPrefix } from "../attributes/attribute-reading.ts";

/** Names of tools, as JSON lists of text. */
export interface ToolNames {
  definitions: string;
  calls: string;
}

/**
 * Marks of a text that may contain tools. Only such texts are parsed: parsing every input would cost more than the rest of the
 * mapping.
 */
const HAS_DEFINITIONS = /"(?:tools|functions)":/;
const HAS_CALLS = /tool_?calls?"|"function[_.]?call"|tool[_-](?:use|call)"|mcp_call"|"tool(?:Use|Request)"/i;

/**
 * Returns the names of the tools that a model was offered and of those it called, in the common formats of requests and
 * answers.
 */
export function toolNames(attributes: Attributes, input: string | null, output: string | null): ToolNames {
  return {
    definitions: JSON.stringify([...new Set(definitions(attributes, input))]),
    calls: JSON.stringify(output !== null && HAS_CALLS.test(output) ? calledTools(parseJson(output)) : []),
  };
}

function definitions(attributes: Attributes, input: string | null): string[] {
  const written = firstJson(attributes, [GenAi.TOOL_DEFINITIONS, "ai.prompt.tools"]);
  if (Array.isArray(written)) return written.flatMap(toolNameOf);
  const flattened = [...withPrefix(attributes, "llm.tools.").values()];
  if (flattened.length > 0) return flattened.flatMap(toolNameOf);
  const request = input !== null && HAS_DEFINITIONS.test(input) ? parseJson(input) : undefined;
  if (!isObject(request)) return [];
  const offered = request["tools"] ?? request["functions"];
  return Array.isArray(offered) ? offered.flatMap(toolNameOf) : [];
}

/** Returns the name of a tool. Some producers write each tool as JSON text. */
function toolNameOf(tool: unknown): string[] {
  const definition = typeof tool === "string" ? parseJson(tool) : tool;
  return isObject(definition) ? nameOfTool(definition) : [];
}
