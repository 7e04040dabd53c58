import { context, type Attributes, type Context } from "@opentelemetry/api";
import {
  fieldsOf,
  isFields,
  listOf,
  textOf,
  withoutOwnedCall,
  type CapturedContent,
  type Fields,
} from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  failedEnding,
  LEFT,
  pick,
  providerAttribute,
  reasonsAttribute,
  Step,
  textAttribute,
  type LinkedPrompt,
  type StepEnding,
} from "@svc/instrumentation";
import type { SvcObservationType } from "@svc/tracing";
import { recordedContent, recordedMessages } from "../content/recorded-content.ts";
import { answerMessage, withoutHeads } from "../model/answer-message.ts";
import { ModelCall } from "../model/model-call.ts";
import { modelParameters } from "../model/model-parameters.ts";
import { statedCost } from "../model/stated-cost.ts";
import { usageOf } from "../model/token-usage.ts";
import { withoutNote } from "./call-note.ts";
import { callName, kindOf, nameOf, type OperationKind } from "./operation-kinds.ts";
import { metadataOf, promptOf, withTraceSettings } from "./trace-settings.ts";

/** Operations with a step that somebody can still read. Ending an operation a second time does nothing. */
const dropped = new FinalizationRegistry<Operation>((operation) => operation.leave());

/** Call of the AI SDK that has started: `generateText`, `embed` and the like, with its model calls and tools. */
export class Operation {
  /** Time of the latest event, in milliseconds since 1970. */
  heardAt: number = Date.now();
  readonly #kind: OperationKind;
  readonly #step: Step;
  readonly #prompt: LinkedPrompt | undefined;
  readonly #capture: CapturedContent;
  #modelCall: ModelCall | undefined;
  /** Open tools and embedding calls, by their ids. */
  readonly #parts = new Map<string, Step>();
  /** Tools that the model asked for and nobody has executed, by the id of the request. */
  readonly #requested = new Map<string, Fields>();
  /** Ids of the tools that were executed: in a stream, a tool can be done before the model's answer. */
  readonly #executed = new Set<string>();
  /** Answer of the latest model call, for an operation that is left before it reports its own. */
  #answer: unknown;

  /**
   * Starts the operation below the active span. `start` has the fields of an event of version 7, with a {@link CallNote} of what such
   * events leave out.
   */
  constructor(start: Fields, capture: CapturedContent) {
    this.#capture = capture;
    this.#kind = kindOf(start);
    const described = { ...fieldsOf(start.metadata), ...fieldsOf(start.runtimeContext) };
    const parent = withTraceSettings(withoutOwnedCall(withoutNote(context.active())), described);
    this.#step = new Step(nameOf(start, this.#kind), this.#kind.type, parent, { operation: this.#kind.verb }, capture);
    this.#prompt = promptOf(described);
    const { verb } = this.#kind;
    this.#step.update({
      ...(capture.inputs && { input: recordedMessages(start) ?? recordedContent(inputOf(start, this.#kind)) }),
      ...(verb === undefined ? { conventions: agentAttributes(start, this.#kind) } : this.#describe(start)),
    });
    this.#step.addGivenMetadata(metadataOf(described));
  }

  get context(): Context {
    return this.#step.context;
  }

  /** True while a model call or a tool is running. */
  get isBusy(): boolean {
    return this.#modelCall !== undefined || this.#parts.size > 0;
  }

  get modelCall(): ModelCall | undefined {
    return this.#modelCall;
  }

  /** Starts the observation of a model call. A call that the AI SDK tries again keeps its observation. */
  startModelCall(event: Fields, messages: unknown): void {
    if (this.#modelCall?.isRetried === true) return;
    this.#modelCall?.end(LEFT);
    const step = this.#start(callName("chat", event.modelId), "generation");
    step.update({ ...this.#describe(event), input: messages });
    this.#modelCall = new ModelCall(step, {
      onLeft: () => this.#onModelCallLeft(),
      onHeld: (holder) => dropped.register(holder, this, this),
    });
  }

  /** Ends the observation of the model call. `content` is its answer, as parts of a message or as text. */
  endModelCall(event: Fields, content: unknown): void {
    const call = this.#modelCall;
    if (call === undefined) return;
    this.#modelCall = undefined;
    this.#answer = recordedContent(withoutHeads(content));
    call.end({
      ...modelOf(event),
      conventions: answerAttributes(event),
      output: answerMessage(this.#answer),
      ...usageDetails(event),
      ...call.completionStart(event),
      metadata: answerMetadata(event),
    });
    this.#noteToolsOf(listOf(content));
  }

  /** Notes that a step, a model call with its tools, has been read to its end. */
  endStep(): void {
    dropped.unregister(this);
  }

  startTool(toolCall: Fields): void {
    const id = textOf(toolCall.toolCallId) ?? "";
    this.#requested.delete(id);
    this.#executed.add(id);
    this.#parts.set(id, this.#tool(toolCall));
  }

  /** Returns the step of a tool or an embedding call in progress. */
  part(id: unknown): Step | undefined {
    return this.#parts.get(textOf(id) ?? "");
  }

  endTool(toolCall: Fields, result: Fields): void {
    this.#endPart(toolCall.toolCallId, this.#toolEnding(result));
  }

  /** Starts one of the model calls of `embedMany`. A call of `embed` has no observation beside that of the operation. */
  startEmbedding(event: Fields): void {
    if (this.#kind.verb !== undefined) return;
    const step = this.#start(callName("embeddings", event.modelId), "embedding");
    step.update({ ...this.#describe(event), input: event.values });
    this.#parts.set(textOf(event.embedCallId) ?? "", step);
  }

  /** Ends an attempt at a model call of `embedMany` that failed. */
  failEmbedding(embedCallId: string, error: unknown): void {
    this.#endPart(embedCallId, failedEnding(error));
  }

  endEmbedding(event: Fields): void {
    this.#endPart(event.embedCallId, {
      output: vectorCount(event.embeddings),
      ...usageDetails(event),
    });
  }

  /** Ends the operation and whatever of it is still open. */
  end(event: Fields): void {
    const given = firstGiven(event, this.#kind.output);
    const output = this.#kind.type === "embedding" ? vectorCount([given]) : recordedContent(given);
    this.#finish(
      {},
      {
        output: output ?? answerMessage(this.#answer),
        ...(this.#kind.verb !== undefined && { ...modelOf(fieldsOf(event.response)), ...usageDetails(event) }),
        ...(this.#kind.verb !== undefined && { conventions: answerAttributes(fieldsOf(event.response)) }),
      },
    );
  }

  /** Ends an operation that failed or was aborted. What it was doing at that moment ended in the same way. */
  stop(ending: StepEnding): void {
    this.#finish(ending, { ...this.#lastAnswer(), ...ending });
  }

  /** Ends an operation whose application reads no further, with the time of its latest event. */
  leave(): void {
    this.#finish(LEFT, { ...this.#lastAnswer(), ...LEFT }, this.heardAt);
  }

  #finish(ofParts: StepEnding, ending: StepEnding, endMs?: number): void {
    dropped.unregister(this);
    for (const part of this.#parts.values()) part.end(ofParts);
    this.#parts.clear();
    this.#modelCall?.end(ofParts);
    this.#modelCall = undefined;
    for (const toolCall of this.#requested.values()) {
      this.#tool(toolCall).end({
        statusMessage: { own: "The tool was not executed in this call" },
        metadata: { executed: false },
      });
    }
    this.#requested.clear();
    this.#step.end(ending, endMs);
  }

  #onModelCallLeft(): void {
    this.#answer = this.#modelCall?.partialAnswer;
    this.#modelCall = undefined;
    if (!this.isBusy) this.leave();
  }

  #noteToolsOf(parts: readonly unknown[]): void {
    for (const part of parts) {
      if (!isFields(part) || part.type !== "tool-call") continue;
      const id = textOf(part.toolCallId) ?? "";
      if (part.providerExecuted !== true) {
        if (!this.#executed.has(id)) this.#requested.set(id, part);
        continue;
      }
      const isResult = (other: unknown): boolean => {
        const { type, toolCallId } = fieldsOf(other);
        return toolCallId === part.toolCallId && (type === "tool-result" || type === "tool-error");
      };
      this.#tool(part).end(this.#toolEnding(fieldsOf(parts.find(isResult))));
    }
  }

  #start(name: string, type: SvcObservationType): Step {
    return new Step(name, type, this.#step.context, undefined, this.#capture);
  }

  #tool(toolCall: Fields): Step {
    const step = this.#start(textOf(toolCall.toolName) ?? "tool", "tool");
    const { input, toolCallId } = toolCall;
    step.update({
      input,
      metadata: { tool_call_id: toolCallId },
      conventions: textAttribute(GenAi.TOOL_CALL_ID, toolCallId),
    });
    return step;
  }

  #toolEnding({ type, output, error }: Fields): StepEnding {
    if (type === "tool-error") return failedEnding(error);
    return this.#capture.outputs ? { output: recordedContent(output) } : {};
  }

  #endPart(id: unknown, ending: StepEnding): void {
    const key = textOf(id) ?? "";
    this.#parts.get(key)?.end(ending);
    this.#parts.delete(key);
  }

  #describe(event: Fields): StepEnding {
    return {
      ...modelOf(event),
      modelParameters: modelParameters(event),
      conventions: { ...providerAttribute(event.provider), ...textAttribute(GenAi.REQUEST_MODEL, event.modelId) },
      ...(this.#prompt && { prompt: this.#prompt }),
    };
  }

  #lastAnswer(): StepEnding {
    const answer = this.#modelCall?.partialAnswer ?? this.#answer;
    return answer === undefined ? {} : { output: answerMessage(answer) };
  }
}

function modelOf({ modelId }: Fields): StepEnding {
  const model = textOf(modelId);
  return model === undefined ? {} : { model };
}

/** Returns the provider and the id of an agent; none for a call that only encloses model calls. */
function agentAttributes({ provider, agentName }: Fields, { type }: OperationKind): Attributes {
  return type === "agent" ? { ...providerAttribute(provider), ...textAttribute(GenAi.AGENT_ID, agentName) } : {};
}

function answerAttributes({ modelId, responseId, response, id, finishReason }: Fields): Attributes {
  return {
    ...textAttribute(GenAi.RESPONSE_MODEL, modelId),
    ...textAttribute(GenAi.RESPONSE_ID, responseId ?? fieldsOf(response).id ?? id),
    ...reasonsAttribute(finishReason),
  };
}

function usageDetails({ usage, providerMetadata }: Fields): StepEnding {
  const details = usageOf(usage);
  const cost = statedCost(providerMetadata);
  return {
    ...(details !== undefined && { usageDetails: details }),
    ...(cost !== undefined && { costDetails: { total: cost } }),
  };
}

/** Returns how many vectors there are and how long they are. The vectors themselves are too long to be read. */
function vectorCount(vectors: unknown): Fields {
  const [first, ...others] = listOf(vectors);
  return {
    count: first === undefined ? 0 : 1 + others.length,
    ...(Array.isArray(first) && { dimensions: first.length }),
  };
}

function inputOf(start: Fields, { input, takesAll }: OperationKind): unknown {
  return takesAll === true ? pick(start, input) : firstGiven(start, input);
}

function answerMetadata({ responseId, response, finishReason }: Fields): Record<string, unknown> {
  const id = textOf(responseId) ?? textOf(fieldsOf(response).id);
  const reason = textOf(finishReason);
  return { ...(id !== undefined && { response_id: id }), ...(reason !== undefined && { finish_reason: reason }) };
}

function firstGiven(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== "");
}
