import { SpanKind, type Attributes, type SpanOptions } from "@opentelemetry/api";
import { textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";

/** Attributes with the name of what an operation runs. */
const NAMES: Readonly<Record<string, string>> = {
  invoke_agent: GenAi.AGENT_NAME,
  execute_tool: GenAi.TOOL_NAME,
};

/** Operations that are calls of a model, over the network. */
const REMOTE: ReadonlySet<string> = new Set(["generation", "embedding"]);

/**
 * Returns the options of a recorded span as OpenTelemetry's conventions for generative AI ask for: its kind, its operation, and the name
 * of the agent or tool. An operation that the options name already is believed.
 */
export function conventionalStart(name: string, options: SpanOptions): SpanOptions {
  const { attributes } = options;
  const type = textOf(attributes?.[OBSERVATION_TYPE]);
  if (type === undefined || options.kind !== undefined) return options;
  return {
    ...options,
    ...(REMOTE.has(type) && { kind: SpanKind.CLIENT }),
    attributes: { ...operationAttributes(name, type, attributes), ...attributes },
  };
}

/** Returns the attribute that holds the name of a span with these attributes; undefined if none does. */
export function nameAttribute(attributes: Attributes | undefined): string | undefined {
  const attribute = NAMES[textOf(attributes?.[GenAi.OPERATION_NAME]) ?? ""];
  return attribute !== undefined && attributes?.[attribute] !== undefined ? attribute : undefined;
}

function operationAttributes(name: string, type: string, attributes: Attributes | undefined): Attributes {
  const operation = GenAi.OPERATIONS_BY_TYPE[type];
  if (operation === undefined || attributes?.[GenAi.OPERATION_NAME] !== undefined) return {};
  const named = NAMES[operation];
  return {
    [GenAi.OPERATION_NAME]: operation,
    ...(named !== undefined && { [named]: name }),
    ...(type === "tool" && { [GenAi.TOOL_TYPE]: "function" }),
  };
}
