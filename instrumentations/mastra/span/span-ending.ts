import { fieldsOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import { abortedEnding, dataIn, failedWith, type StepEnding } from "@svc/instrumentation";
import { MODEL_CALLS } from "./span-kinds.ts";
import { answerAttributes } from "./conventional-attributes.ts";

/** Attributes of a span that describe a model call, and are recorded apart from the metadata. */
const MODEL_ATTRIBUTES = ["model", "parameters", "usage", "completionStartTime", "tools", "instructions"] as const;

/**
 * Returns how a span of Mastra ended, with its output and what it reports of a call of the model with this name, whose first piece
 * came at this time.
 */
export function endingOf(span: Fields, requestedModel: string | undefined, firstChunk: Date | undefined): StepEnding {
  const attributes = fieldsOf(span.attributes);
  const isModelCall = MODEL_CALLS.has(textOf(span.type) ?? "");
  const isCounted = isModelCall || span.type === "rag_embedding";
  const model = textOf(attributes.responseModel) ?? requestedModel;
  const usage = isCounted ? readUsage(attributes.usage) : undefined;
  const outcome = outcomeOf(span, attributes, isModelCall);
  const start = isModelCall ? completionStartOf(span, firstChunk) : undefined;
  const others = Object.entries(attributes).filter(([name]) => !MODEL_ATTRIBUTES.some((known) => known === name));
  return {
    output: dataIn(span.output),
    ...(isCounted && model !== undefined && { model }),
    ...(isModelCall && {
      modelParameters: parametersOf(attributes.parameters),
      conventions: answerAttributes(attributes),
    }),
    ...(usage !== undefined && { usageDetails: usage.kinds }),
    ...(start !== undefined && { completionStartTime: start }),
    ...outcome,
    metadata: { ...Object.fromEntries(others), ...fieldsOf(outcome.metadata) },
  };
}

/**
 * Returns the start of a completion. Mastra states the same one for all model calls of an agent's run: for those after the first
 * it lies before the call.
 */
function completionStartOf({ attributes, startTime }: Fields, firstChunk: Date | undefined): Date | undefined {
  const { completionStartTime: stated } = fieldsOf(attributes);
  const isOfCall = stated instanceof Date && !(startTime instanceof Date && stated < startTime);
  return isOfCall ? stated : firstChunk;
}

function parametersOf(parameters: unknown): Record<string, string | number> {
  const given = Object.entries(fieldsOf(parameters)).filter(([, value]) => ["string", "number"].includes(typeof value));
  return Object.fromEntries(given) as Record<string, string | number>;
}

/** End of a workflow or a step that waits to be resumed. */
const SUSPENDED: StepEnding = {
  statusMessage: { own: "The workflow waits to be resumed" },
  metadata: { outcome: "interrupted" },
};

function outcomeOf(span: Fields, attributes: Fields, isModelCall: boolean): StepEnding {
  const { message, name } = fieldsOf(span.errorInfo);
  const { finishReason, status } = attributes;
  if (span.errorInfo !== undefined && span.errorInfo !== null) {
    const kind = textOf(name) ?? "Error";
    return failedWith({ message: textOf(message) ?? kind, type: kind });
  }
  if (finishReason === "error") return failedWith({ own: "The model call failed" });
  if (status === "suspended") return SUSPENDED;
  // Mastra ends a model call without a word when the application aborts it, and says so only at the agent.
  const isUnfinished = isModelCall && finishReason === undefined && span.output === undefined;
  return isUnfinished || isAborted(span) ? abortedEnding(undefined) : {};
}

/** Returns true for the end of a run that the application has aborted. */
export function isAborted({ output }: Fields): boolean {
  return fieldsOf(output).status === "aborted";
}
