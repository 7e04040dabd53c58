import { context, type Context } from "@opentelemetry/api";
import {
  fieldsOf,
  propagateAttributes,
  textOf,
  textsOf,
  withoutOwnedCall,
  withOwnedCall,
  type Fields,
} from "@svc/core/internal";
import { captureOptions, dataIn, Step, type StepEnding } from "@svc/instrumentation";
import { usageOf } from "./model-usage.ts";
import { MODEL_CALLS, MODEL_LEVELS, nameOf, typeOf } from "./span-kinds.ts";

/** Span of Mastra that has started. */
export class OpenSpan {
  /** Context inside the span: that of its observation, or of the nearest one above it. */
  readonly context: Context;
  readonly parent: OpenSpan | undefined;
  /** True for an outer level of a model call. */
  readonly isLevel: boolean;
  /** Input of the span. The generation further inside takes that of its levels where it has none. */
  readonly input: unknown;
  /** True when a level further inside is reported too. */
  hasInner = false;
  readonly #step: Step | undefined;
  readonly #surroundings: Context;
  readonly #startTime: Date | number;

  constructor(span: Fields, parent: OpenSpan | undefined) {
    const type = textOf(span.type) ?? "";
    this.parent = parent;
    this.isLevel = MODEL_LEVELS.has(type);
    this.#startTime = span.startTime instanceof Date ? span.startTime : Date.now();
    this.input = span.input;
    if (MODEL_CALLS.has(type)) noteInner(parent);
    this.#surroundings = parent?.context ?? withoutOwnedCall(inTrace(span));
    const kind = typeOf(span);
    this.#step = kind === undefined ? undefined : new Step(nameOf(span), kind, withoutOwnedCall(this.#surroundings));
    const inside = this.#step?.context ?? this.#surroundings;
    this.context = MODEL_CALLS.has(type) ? withOwnedCall(inside) : inside;
    if (this.#step !== undefined && captureOptions().content) this.#step.update({ input: dataIn(this.#inputOf(span)) });
  }

  /** Ends the span. A level of a model call without one further inside becomes a generation now. */
  end(span: Fields): void {
    const ending = endingOf(span);
    if (this.#step !== undefined) {
      this.#step.end(ending);
      return;
    }
    if (!this.isLevel || this.hasInner) return;
    const startTime = this.#startTime;
    const step = new Step(nameOf(span), "generation", withoutOwnedCall(this.#surroundings), { startTime });
    if (captureOptions().content) step.update({ input: dataIn(span.input) });
    step.end(ending);
  }

  /** Ends the span in another way than Mastra reports. */
  cut(ending: StepEnding): void {
    this.#step?.end(ending);
  }

  #inputOf(span: Fields): unknown {
    if (span.input !== undefined || !MODEL_CALLS.has(textOf(span.type) ?? "")) return span.input;
    return levelsFrom(this.parent).find(({ input }) => input !== undefined)?.input;
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
  if (sessionId === undefined && userId === undefined && names.length === 0) return context.active();
  const params = {
    ...(sessionId !== undefined && { sessionId }),
    ...(userId !== undefined && { userId }),
    ...(names.length > 0 && { tags: names }),
  };
  return propagateAttributes(params, () => context.active());
}

/** Attributes of a span that describe a model call, and are recorded apart from the metadata. */
const MODEL_ATTRIBUTES = ["model", "parameters", "usage", "completionStartTime", "tools", "instructions"] as const;

function endingOf(span: Fields): StepEnding {
  const { content } = captureOptions();
  const attributes = fieldsOf(span.attributes);
  const isModelCall = MODEL_CALLS.has(textOf(span.type) ?? "");
  const model = textOf(attributes.responseModel) ?? textOf(attributes.model);
  const usage = isModelCall || span.type === "rag_embedding" ? usageOf(attributes.usage) : undefined;
  const start = isModelCall ? new Date(textOf(attributes.completionStartTime) ?? Number.NaN) : undefined;
  const others = Object.entries(attributes).filter(([name]) => !MODEL_ATTRIBUTES.some((known) => known === name));
  return {
    ...(content && { output: dataIn(span.output) }),
    ...(isModelCall && model !== undefined && { model }),
    ...(isModelCall && { modelParameters: parametersOf(attributes.parameters) }),
    ...(usage !== undefined && { usageDetails: usage }),
    ...(start !== undefined && !Number.isNaN(start.getTime()) && { completionStartTime: start }),
    metadata: { ...fieldsOf(span.metadata), ...(content && Object.fromEntries(others)) },
    ...failureOf(span, attributes, content),
  };
}

function parametersOf(parameters: unknown): Record<string, string | number> {
  const given = Object.entries(fieldsOf(parameters)).filter(([, value]) => ["string", "number"].includes(typeof value));
  return Object.fromEntries(given) as Record<string, string | number>;
}

function failureOf({ errorInfo }: Fields, { finishReason }: Fields, content: boolean): StepEnding {
  const { message, name } = fieldsOf(errorInfo);
  const kind = textOf(name) ?? "Error";
  if (errorInfo !== undefined && errorInfo !== null) {
    const failure = content ? (textOf(message) ?? kind) : kind;
    return { level: "ERROR", statusMessage: failure, failure };
  }
  if (finishReason !== "error") return {};
  const failure = "The model call failed";
  return { level: "ERROR", statusMessage: failure, failure };
}
