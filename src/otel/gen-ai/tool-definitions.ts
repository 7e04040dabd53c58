import { isFields, type Fields } from "@svc/core/internal";

/** Tool that a model was offered, in the flat form of the conventions. */
export interface ToolDefinition {
  readonly type: string;
  readonly name: string;
  readonly description?: string;
  /** JSON schema of the arguments. */
  readonly parameters?: unknown;
}

/** Fields that hold the JSON schema of a tool's arguments, in the words of the providers and frameworks. */
const SCHEMAS = [
  "parameters",
  "input_schema",
  "inputSchema",
  "parametersJsonSchema",
  "parameter_definitions",
  "schema",
];

/** Returns the tools that stand in an input, of any provider, in the form of the conventions. */
export function toolDefinitions(tools: unknown): readonly ToolDefinition[] {
  if (Array.isArray(tools)) return tools.flatMap((tool) => (isFields(tool) ? definitionsIn(tool) : []));
  if (!isFields(tools)) return [];
  if (Array.isArray(tools["tools"])) return toolDefinitions(tools["tools"]);
  return Object.entries(tools).flatMap(([name, tool]) => (isFields(tool) ? definitionsIn({ name, ...tool }) : []));
}

function definitionsIn(tool: Fields): readonly ToolDefinition[] {
  const { function: declared, functionDeclarations, toolSpec } = tool;
  if (Array.isArray(functionDeclarations)) return toolDefinitions(functionDeclarations);
  if (isFields(toolSpec)) return definitionsIn(toolSpec);
  if (isFields(declared)) return definitionsIn({ type: "function", ...declared });
  const { name, type, description } = tool;
  const title = typeof name === "string" ? name : typeof type === "string" ? type : Object.keys(tool)[0];
  if (title === undefined) return [];
  const schema = SCHEMAS.map((field) => tool[field]).find((value) => value !== undefined);
  return [
    {
      type: typeof type === "string" && type !== "custom" ? type : "function",
      name: title,
      ...(typeof description === "string" && { description }),
      // Bedrock and the AI SDK have the schema inside an object.
      ...(schema !== undefined && {
        parameters: isFields(schema) ? (schema["json"] ?? schema["jsonSchema"] ?? schema) : schema,
      }),
    },
  ];
}
