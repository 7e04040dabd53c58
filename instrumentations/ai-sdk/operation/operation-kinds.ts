import { fieldsOf, textOf, type Fields } from "@svc/core/internal";
import type { SvcObservationType } from "@svc/tracing";

/** Kind of a call of the AI SDK, as the events of the call tell it. */
export interface OperationKind {
  /** Type of the call's observation. */
  readonly type: SvcObservationType;
  /** Word in the observation's name before the model; absent for a call that encloses model calls. */
  readonly verb?: string;
  /** Fields of the start event that are the input, the first one with a value. */
  readonly input: readonly string[];
  /** True where all of these fields are the input. */
  readonly takesAll?: true;
  /** Fields of the end event that are the output, the first one with a value. */
  readonly output: readonly string[];
}

const TEXT: OperationKind = { type: "span", input: ["messages", "prompt"], output: ["text", "content"] };
const OBJECT: OperationKind = { type: "span", input: ["messages", "prompt"], output: ["object"] };

/**
 * Calls by the operation in their events. `embed`, `rerank` and the audio calls have one model call each: one observation
 * stands for both.
 */
const KINDS: Readonly<Record<string, OperationKind>> = {
  "ai.generateText": TEXT,
  "ai.streamText": TEXT,
  "ai.generateObject": OBJECT,
  "ai.streamObject": OBJECT,
  "ai.embed": { type: "embedding", verb: "embeddings", input: ["value"], output: ["embedding"] },
  // Version 7 calls the texts by the name of one. The options of a call do not.
  "ai.embedMany": { type: "span", input: ["value", "values"], output: [] },
  "ai.decide": {
    type: "generation",
    verb: "decision",
    input: ["state", "questions"],
    takesAll: true,
    output: ["answers"],
  },
  "ai.rerank": { type: "retriever", verb: "rerank", input: ["query"], output: ["ranking"] },
  "ai.generateSpeech": { type: "generation", verb: "speech", input: ["text"], output: ["audio"] },
  "ai.transcribe": { type: "generation", verb: "transcription", input: ["audio"], output: ["text"] },
  "ai.generateImage": { type: "generation", verb: "image", input: ["prompt"], output: ["images"] },
  "ai.generateVideo": { type: "generation", verb: "video", input: ["prompt"], output: ["video"] },
  "ai.streamTranscribe": { type: "generation", verb: "transcription", input: [], output: ["text"] },
};

/** Start of the user agent by which an agent's calls differ from the application's own. */
const AGENT = /\bai-sdk-agent\//;

/** Returns the kind of a call; that of a span for an operation that is not known. */
export function kindOf(start: Fields): OperationKind {
  const kind = KINDS[textOf(start.operationId) ?? ""] ?? { type: "span", input: ["prompt", "value"], output: [] };
  return kind.type === "span" && isAgentic(start) ? { ...kind, type: "agent" } : kind;
}

/** Returns the name of a call's observation: that of the function or the agent in the application, else operation and model. */
export function nameOf(start: Fields, { verb }: OperationKind): string {
  const given = textOf(start.functionId) ?? textOf(start.agentName);
  if (given !== undefined) return given;
  return verb === undefined ? (textOf(start.operationId) ?? "ai") : callName(verb, start.modelId);
}

/** Returns the name of a model call's observation, such as `chat gpt-5`. */
export function callName(verb: string, modelId: unknown): string {
  const model = textOf(modelId);
  return model === undefined ? verb : `${verb} ${model}`;
}

/** Returns true for the calls of an agent, and for calls that let the model choose tools. */
function isAgentic({ headers, tools, agentName }: Fields): boolean {
  if (agentName !== undefined) return true;
  return AGENT.test(textOf(fieldsOf(headers)["user-agent"]) ?? "") || Object.keys(fieldsOf(tools)).length > 0;
}
