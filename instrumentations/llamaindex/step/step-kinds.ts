import { fieldsOf, listOf, textOf } from "@svc/core/internal";
import { dataAt, dataIn, ownData } from "@svc/instrumentation";
import type { SvcObservationType } from "@svc/tracing";

/** Values that a step is recorded with, read from a call. */
export interface StepKind {
  readonly type: SvcObservationType;
  readonly nameOf: (self: unknown) => string;
  /** Returns the input, from the arguments of the call. */
  readonly input: (args: readonly unknown[]) => unknown;
  /** Returns the output, from the result of the call. */
  readonly output: (result: unknown) => unknown;
  /** Returns what is recorded of the result beside the output, and is no content. */
  readonly metadata?: (result: unknown) => Record<string, unknown>;
  /** True when searches of databases inside are those of the step. */
  readonly ownsRetrieval?: true;
}

/** Maximum number of documents whose ids and scores are recorded beside the output. */
const MAX_LISTED = 100;

/** Query engine, which answers a question from documents. */
export const QUERY: StepKind = {
  type: "chain",
  nameOf: classNameOf,
  input: ([params]) => textIn(ownData(params, "query") ?? params),
  output: textIn,
};

/** Chat engine, which keeps the conversation. */
export const CHAT: StepKind = {
  type: "chain",
  nameOf: classNameOf,
  input: ([params]) => textIn(ownData(params, "message") ?? params),
  output: textIn,
};

export const RETRIEVE: StepKind = {
  type: "retriever",
  nameOf: classNameOf,
  input: ([params]) => textIn(params),
  output: (nodes) =>
    listOf(nodes).map((found) => {
      const node = ownData(found, "node");
      return {
        id: ownData(node, "id_"),
        score: ownData(found, "score"),
        text: ownData(node, "text"),
        metadata: dataIn(ownData(node, "metadata")),
      };
    }),
  metadata: (nodes) => {
    const found = listOf(nodes);
    const listed = found.slice(0, MAX_LISTED);
    return {
      count: found.length,
      ids: listed.map((each) => ownData(ownData(each, "node"), "id_") ?? null),
      scores: listed.map((each) => ownData(each, "score") ?? null),
    };
  },
  ownsRetrieval: true,
};

/** Synthesizer, which makes the answer from a question and documents. */
export const SYNTHESIZE: StepKind = {
  type: "chain",
  nameOf: classNameOf,
  input: ([params]) => textIn(ownData(params, "query")),
  output: textIn,
};

export const TOOL: StepKind = {
  type: "tool",
  nameOf: (tool) => textOf(fieldsOf(fieldsOf(tool).metadata).name) ?? "tool",
  input: ([input]) => dataIn(input),
  output: dataIn,
};

/** Workflow of one agent or of several. */
export const AGENT: StepKind = {
  type: "agent",
  nameOf: (workflow) => textOf(ownData(workflow, "rootAgentName")) ?? classNameOf(workflow),
  input: ([userInput, params]) => userInput ?? dataIn(ownData(params, "chatHistory")),
  output: (event) => fieldsOf(fieldsOf(event).data).result,
};

/** Returns the text of a query, a message or an answer, which can have parts. */
export function textIn(value: unknown): unknown {
  if (typeof value === "string") return value;
  const message = ownData(value, "message");
  if (message !== undefined) return textIn(message);
  const text = ownData(value, "query") ?? ownData(value, "content") ?? ownData(value, "response");
  return text === undefined ? dataIn(value) : typeof text === "string" ? text : textIn(text);
}

function classNameOf(self: unknown): string {
  const name = textOf(dataAt(dataAt(self, "constructor"), "name"));
  // Names of classes that a bundler has made shorter say nothing.
  return name === undefined || name.length < 3 ? "LlamaIndex" : name;
}
