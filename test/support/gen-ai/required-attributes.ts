import { SpanKind } from "@opentelemetry/api";
import { conventionProblems } from "./message-schemas.ts";

/** Span as another backend gets it. */
export interface ConventionalSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Attributes that the conventions ask of a span with an operation. */
interface Requirement {
  readonly kind: SpanKind;
  /** Attribute whose value follows the operation in the name of the span. */
  readonly subject: string;
  /** Attributes of every span, without the beginning `gen_ai.`. */
  readonly always: readonly string[];
  /** Attributes of a span that came to its end without a failure. */
  readonly ended: readonly string[];
}

const CALL: Requirement = {
  kind: SpanKind.CLIENT,
  subject: "request.model",
  always: ["provider.name", "request.model", "input.messages"],
  ended: [
    "response.model",
    "response.id",
    "response.finish_reasons",
    "usage.input_tokens",
    "usage.output_tokens",
    "output.messages",
  ],
};

const AGENT: Requirement = {
  kind: SpanKind.INTERNAL,
  subject: "agent.name",
  always: ["agent.name", "input.messages"],
  ended: ["output.messages"],
};

const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  chat: CALL,
  embeddings: { ...CALL, always: ["provider.name", "request.model"], ended: ["usage.input_tokens"] },
  invoke_agent: AGENT,
  invoke_workflow: { ...AGENT, always: ["agent.name"], ended: [] },
  execute_tool: {
    kind: SpanKind.INTERNAL,
    subject: "tool.name",
    always: ["tool.name", "tool.type", "tool.call.id", "tool.call.arguments"],
    ended: ["tool.call.result"],
  },
};

/** Returns the operation of a span; undefined if none. */
export function operationOf({ attributes }: ConventionalSpan): string | undefined {
  return attributes["gen_ai.operation.name"] as string | undefined;
}

/** Returns what a span lacks or has wrong, of what the conventions ask. Attributes come without the beginning `gen_ai.`. */
export function gapsOf(span: ConventionalSpan): string[] {
  const requirement = REQUIREMENTS[operationOf(span) ?? ""];
  if (requirement === undefined) return [];
  const { kind, subject, always, ended } = requirement;
  const { attributes, hasFailed } = span;
  const valueOf = (name: string): unknown => attributes[`gen_ai.${name}`];
  const asked = [...always, ...(hasFailed ? [] : ended)];
  // Requests of MCP have the name and the kind that its conventions give them.
  const isMcp = attributes["mcp.method.name"] !== undefined;
  const name = `${operationOf(span)} ${String(valueOf(subject))}`;
  return [
    ...asked.filter((attribute) => valueOf(attribute) === undefined),
    ...(span.kind === kind || isMcp ? [] : [`kind ${SpanKind[span.kind]}`]),
    ...(span.name === name || isMcp || valueOf(subject) === undefined ? [] : [`name ${span.name}`]),
    ...(hasFailed && attributes["error.type"] === undefined ? ["error.type"] : []),
    ...conventionProblems(attributes),
  ];
}
