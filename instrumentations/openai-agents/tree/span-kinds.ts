import { fieldsOf, isFields, listOf, textOf, textsOf, type Fields } from "@svc/core/internal";
import type { SvcObservationType } from "@svc/tracing";
import type { RecordedAttributes } from "@svc/tracing/internal";
import { askedModel, requestAttributes, RESPONSE } from "../model/model-report.ts";

/** Kind of a trace or span of the Agents SDK. */
export interface SpanKind {
  /**
   * Part in the tree: a `step` with an observation, a `model call`, or a `frame`, whose observation would say nothing that its
   * parent and its children do not say.
   */
  readonly part: "step" | "model call" | "frame";
  readonly type: SvcObservationType;
  /** Operation of the GenAI conventions, where the type does not tell it. First word of the name of a model call. */
  readonly operation?: string;
  /** Returns the name of the observation. */
  readonly name: (data: Fields) => string;
  /** Returns what the span's data say at its end. */
  readonly describe: (data: Fields) => RecordedAttributes;
}

const named =
  (fallback: string): SpanKind["name"] =>
  ({ name }) =>
    textOf(name) ?? fallback;

const nothing = (): RecordedAttributes => ({});

/** Kind of a trace: a workflow. */
export const WORKFLOW: SpanKind = {
  part: "step",
  type: "chain",
  operation: "invoke_workflow",
  name: named("Agent workflow"),
  describe: nothing,
};

const AGENT: SpanKind = { part: "step", type: "agent", name: named("Agent"), describe: describeAgent };
const TASK: SpanKind = { part: "frame", type: "span", name: named("task"), describe: nothing };
const CALL: SpanKind = { part: "model call", type: "generation", name: nameOfCall, describe: nothing };
const OTHER: SpanKind = { part: "step", type: "span", name: nameOfOther, describe: describeOther };

/** Kinds by the type in a span's data. */
const KINDS: Readonly<Record<string, SpanKind>> = {
  agent: AGENT,
  task: TASK,
  turn: TASK,
  response: CALL,
  generation: CALL,
  function: { part: "step", type: "tool", name: named("tool"), describe: describeFunction },
  handoff: { part: "step", type: "tool", name: nameOfHandoff, describe: describeHandoff },
  guardrail: { part: "step", type: "guardrail", name: named("guardrail"), describe: describeGuardrail },
  mcp_tools: { part: "step", type: "span", name: nameOfTools, describe: describeTools },
  transcription: {
    part: "step",
    type: "generation",
    operation: "transcription",
    name: nameOfCall,
    describe: describeTranscription,
  },
  speech: { part: "step", type: "generation", operation: "speech", name: nameOfCall, describe: describeSpeech },
};

/** Returns the kind of a span with this data. */
export function kindOf({ type }: Fields): SpanKind {
  return KINDS[textOf(type) ?? ""] ?? OTHER;
}

function nameOfCall(data: Fields): string {
  const verb = kindOf(data).operation ?? "chat";
  const name = askedModel(data) ?? textOf(fieldsOf(data[RESPONSE]).model);
  return name === undefined ? verb : `${verb} ${name}`;
}

function nameOfHandoff({ to_agent: to }: Fields): string {
  return textOf(to) === undefined ? "handoff" : `handoff to ${to as string}`;
}

function nameOfTools({ server }: Fields): string {
  return textOf(server) === undefined ? "tools/list" : `tools/list ${server as string}`;
}

function nameOfOther({ name, type }: Fields): string {
  return textOf(name) ?? textOf(type) ?? "span";
}

function describeAgent({ handoffs, tools, output_type: outputType }: Fields): RecordedAttributes {
  return {
    metadata: {
      ...(listOf(tools).length > 0 && { tools: textsOf(tools) }),
      ...(listOf(handoffs).length > 0 && { handoffs: textsOf(handoffs) }),
      ...(textOf(outputType) !== undefined && { output_type: outputType }),
    },
  };
}

function describeFunction({ input, output, mcp_data: mcp }: Fields): RecordedAttributes {
  return {
    // Both are texts, which are JSON already where the tool takes or gives an object.
    ...(input !== "" && { input }),
    ...(output !== "" && { output }),
    ...(textOf(mcp) !== undefined && { metadata: { mcp } }),
  };
}

function describeHandoff({ from_agent: from, to_agent: to }: Fields): RecordedAttributes {
  return { metadata: { from_agent: from, ...(textOf(to) !== undefined && { to_agent: to }) } };
}

function describeGuardrail({ triggered }: Fields): RecordedAttributes {
  return {
    metadata: { triggered: triggered === true },
    ...(triggered === true && { level: "WARNING", statusMessage: { own: "The guardrail was triggered" } }),
  };
}

function describeTools({ result }: Fields): RecordedAttributes {
  return { level: "DEBUG", ...(Array.isArray(result) && { output: textsOf(result) }) };
}

function describeTranscription(data: Fields): RecordedAttributes {
  return { ...modelOf(data), ...(textOf(data.output) !== undefined && { output: data.output }) };
}

function describeSpeech(data: Fields): RecordedAttributes {
  return { ...modelOf(data), ...(textOf(data.input) !== undefined && { input: data.input }) };
}

function describeOther({ data }: Fields): RecordedAttributes {
  return isFields(data) && Object.keys(data).length > 0 ? { input: data } : {};
}

function modelOf({ model, model_config: config }: Fields): RecordedAttributes {
  return {
    ...(textOf(model) !== undefined && { model: model as string }),
    ...(isFields(config) && { modelParameters: { ...fieldsOf(config) } }),
    conventions: requestAttributes({ model }),
  };
}
