import { context, type Context } from "@opentelemetry/api";
import {
  fieldsOf,
  propagateAttributes,
  retrievalsIn,
  textOf,
  textsOf,
  withConversation,
  withoutOwnedCall,
  withOwnedCall,
  withRetrievalCount,
  type Fields,
} from "@svc/core/internal";
import { dataIn, Step, type StepEnding } from "@svc/instrumentation";
import type { SvcObservationType } from "@svc/tracing";
import { endingOf } from "./span-ending.ts";
import { startAttributes } from "./conventional-attributes.ts";
import { isSearch, MODEL_CALLS, MODEL_LEVELS, nameOf, operationOf, typeOf } from "./span-kinds.ts";

/** Span of Mastra that has started. */
export class OpenSpan {
  /** Context inside the span: that of its observation, or of the nearest one above it. */
  readonly context: Context;
  readonly parent: OpenSpan | undefined;
  /** True for an outer level of a model call. */
  readonly isLevel: boolean;
  /** Input of the span so far. The generation further inside takes that of its levels where it has none. */
  input: unknown;
  /** Name of the model. The generation further inside takes that of its levels where it has none, as before 1.17. */
  readonly model: string | undefined;
  /** Provider of the model, of this span or of a level around it. */
  readonly provider: string | undefined;
  /** True when a level further inside is reported too. */
  hasInner = false;
  /** Start of the first piece of a model's answer. */
  #firstChunk: Date | undefined;
  readonly #step: Step | undefined;
  readonly #surroundings: Context;
  readonly #startTime: Date | number;
  /** Number of searches in the surroundings when this search began; undefined for a span that is no search. */
  readonly #searchesBefore: number | undefined;

  constructor(span: Fields, parent: OpenSpan | undefined) {
    const type = textOf(span.type) ?? "";
    this.parent = parent;
    this.isLevel = MODEL_LEVELS.has(type);
    this.#startTime = span.startTime instanceof Date ? span.startTime : Date.now();
    this.input = span.input;
    const { model, provider } = fieldsOf(span.attributes);
    const outer = MODEL_CALLS.has(type) ? levelsFrom(parent) : [];
    this.model = textOf(model) ?? outer.find((level) => level.model !== undefined)?.model;
    this.provider = textOf(provider) ?? outer.find((level) => level.provider !== undefined)?.provider;
    if (MODEL_CALLS.has(type)) noteInner(parent);
    if (type === "model_chunk") parent?.noteChunk(span.startTime);
    this.#surroundings = parent?.context ?? withoutOwnedCall(inTrace(span));
    const kind = typeOf(span);
    this.#searchesBefore = isSearch(span) ? retrievalsIn(this.#surroundings) : undefined;
    const isLate = kind === undefined || this.#searchesBefore !== undefined;
    this.#step = isLate ? undefined : this.#begin(span, kind);
    const inside = this.#step === undefined ? this.#surroundings : withRetrievalCount(this.#step.context);
    this.context = MODEL_CALLS.has(type) ? withOwnedCall(inside) : inside;
    if (this.#step?.content.inputs === true) this.#step.update({ input: dataIn(this.#inputOf(span)) });
  }

  /** Notes what Mastra reports of the span later. */
  note({ input }: Fields): void {
    if (input !== undefined) this.input = input;
  }

  /** Notes that a piece of the model's answer came. */
  noteChunk(time: unknown): void {
    if (time instanceof Date) this.#firstChunk ??= time;
  }

  /**
   * Ends the span. A level of a model call without one further inside becomes a generation now, and a search that the instrumentation
   * of its database has not recorded becomes a retriever.
   */
  end(span: Fields): void {
    const ending = endingOf(span, this.model, this.#firstChunk);
    const isRecordedBelow = retrievalsIn(this.#surroundings) > (this.#searchesBefore ?? Number.POSITIVE_INFINITY);
    this.#step?.addGivenMetadata(span.metadata);
    const input = this.#laterInput(span);
    if (input !== undefined && this.#step?.content.inputs === true) this.#step.update({ input: dataIn(input) });
    if (this.#step !== undefined) this.#step.end(ending);
    else if (this.#isInnermost) this.#endLate(span, "generation", ending);
    else if (this.#searchesBefore !== undefined && !isRecordedBelow) this.#endLate(span, "retriever", ending);
  }

  /** Returns true when the span lies inside another one. */
  isBelow(other: OpenSpan): boolean {
    return this.parent === other || this.parent?.isBelow(other) === true;
  }

  /** Ends the span in another way than Mastra reports. */
  cut(ending: StepEnding): void {
    if (this.#isInnermost) this.#endLate({ type: "model_step", input: this.input }, "generation", ending);
    this.#step?.end(ending);
  }

  get #isInnermost(): boolean {
    return this.isLevel && !this.hasInner;
  }

  #endLate(span: Fields, type: SvcObservationType, ending: StepEnding): void {
    const step = this.#begin(span, type, this.#startTime);
    if (step.content.inputs) step.update({ input: dataIn(span.input) });
    step.addGivenMetadata(span.metadata);
    step.end(ending);
  }

  #begin(span: Fields, type: SvcObservationType, startTime?: Date | number): Step {
    const options = { operation: operationOf(span), ...(startTime !== undefined && { startTime }) };
    const step = new Step(nameOf(span, this.model), type, withoutOwnedCall(this.#surroundings), options);
    step.update({ conventions: startAttributes(span, this.model, this.provider) });
    return step;
  }

  #inputOf(span: Fields): unknown {
    if (span.input !== undefined || !MODEL_CALLS.has(textOf(span.type) ?? "")) return span.input;
    return levelsFrom(this.parent).find(({ input }) => input !== undefined)?.input;
  }

  /**
   * Returns the messages of a model call after the first one of its generation, which Mastra reports when the call has begun, and in
   * short. The messages of the generation are those of the first call.
   */
  #laterInput(span: Fields): unknown {
    const { stepIndex } = fieldsOf(span.attributes);
    const isLater = span.type === "model_inference" && typeof stepIndex === "number" && stepIndex > 0;
    return isLater ? this.#inputOf(span) : undefined;
  }
}

/** Returns the levels of a model call from this one outwards. */
function levelsFrom(innermost: OpenSpan | undefined): OpenSpan[] {
  const levels: OpenSpan[] = [];
  for (let level = innermost; level !== undefined && level.isLevel; level = level.parent) levels.push(level);
  return levels;
}

/** Notes that a level of the model call inside these levels is reported. */
function noteInner(innermost: OpenSpan | undefined): void {
  for (const level of levelsFrom(innermost)) level.hasInner = true;
}

/** Returns the context of a span without a parent, in the trace of its thread and its user. */
function inTrace({ metadata, tags }: Fields): Context {
  const { threadId, resourceId } = fieldsOf(metadata);
  const [sessionId, userId, names] = [textOf(threadId), textOf(resourceId), textsOf(tags)];
  const active = withConversation(context.active(), sessionId);
  if (sessionId === undefined && userId === undefined && names.length === 0) return active;
  const params = {
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
    ...(names.length > 0 && { tags: names }),
  };
  return context.with(active, () => propagateAttributes(params, () => context.active()));
}
