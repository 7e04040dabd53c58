import { SpanKind, type Attributes, type Context, type SpanOptions } from "@opentelemetry/api";
import { conversationIn, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";

/** Attributes with the name of what an operation runs. */
const NAMES: Readonly<Record<string, string>> = {
  invoke_agent: GenAi.AGENT_NAME,
  invoke_workflow: GenAi.AGENT_NAME,
  execute_tool: GenAi.TOOL_NAME,
};

/** Operations that are calls of a model, over the network. */
const REMOTE: ReadonlySet<string> = new Set(["generation", "embedding"]);

/**
 * Returns the options of a recorded span as OpenTelemetry's conventions for generative AI ask for: its kind, its operation, the name
 * of the agent or tool, and the conversation. An operation that the options name already is believed.
 */
export function conventionalStart(name: string, given: SpanOptions, parent: Context): SpanOptions {
  const options = inConversation(given, parent);
  const { attributes } = options;
  const type = textOf(attributes?.[OBSERVATION_TYPE]);
  if (type === undefined || options.kind !== undefined) return options;
  return {
    ...options,
    ...(REMOTE.has(type) && { kind: SpanKind.CLIENT }),
    attributes: { ...operationAttributes(name, type, attributes), ...attributes },
  };
}

/** Returns the options with the conversation of `parent`, where the span has an operation of the conventions. */
function inConversation(options: SpanOptions, parent: Context): SpanOptions {
  const id = conversationIn(parent);
  const { attributes } = options;
  if (id === undefined || attributes === undefined || operationOf(attributes) === undefined) return options;
  return { ...options, attributes: { [GenAi.CONVERSATION_ID]: id, ...attributes } };
}

function operationOf(attributes: Attributes): string | undefined {
  return (
    textOf(attributes[GenAi.OPERATION_NAME]) ?? GenAi.OPERATIONS_BY_TYPE[textOf(attributes[OBSERVATION_TYPE]) ?? ""]
  );
}

/** Returns the attribute that holds the name of a span with these attributes; undefined if none does. */
export function nameAttribute(attributes: Attributes | undefined): string | undefined {
  const attribute = NAMES[textOf(attributes?.[GenAi.OPERATION_NAME]) ?? ""];
  return attribute !== undefined && attributes?.[attribute] !== undefined ? attribute : undefined;
}

function operationAttributes(name: string, type: string, attributes: Attributes = {}): Attributes {
  const operation = operationOf(attributes);
  if (operation === undefined) return {};
  const named = NAMES[operation];
  return {
    [GenAi.OPERATION_NAME]: operation,
    ...(named !== undefined && { [named]: name }),
    ...(type === "tool" && { [GenAi.TOOL_TYPE]: "function" }),
  };
}
