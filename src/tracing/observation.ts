import { context, trace, type Context, type Span, type SpanContext, type TimeInput } from "@opentelemetry/api";
import { ensureContextManager, noteChangeAfterEnd, pointFromRemovedNames } from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import { writeObservationAttributes } from "./attributes/observation-attributes.ts";
import { knownType, type AttributesOf, type SvcObservationType } from "./observation-types.ts";
import { checkAttributeNames, checkOptionNames, type StartObservationOpts } from "./observation-options.ts";
import { startSvcSpan } from "./tracer-provider.ts";

/**
 * Step of a trace, backed by an OpenTelemetry span. All ten kinds are this class and differ in the attributes they accept.
 * Nine of them have `update`. Every method is safe on a span that has ended or was not sampled: the span does not change.
 */
class Observation<T extends SvcObservationType = SvcObservationType> {
  /** Underlying OpenTelemetry span. */
  readonly otelSpan: Span;
  readonly type: T;

  constructor(otelSpan: Span, type: T) {
    this.otelSpan = otelSpan;
    this.type = type;
  }

  /** Id of the span, 16 hexadecimal digits. */
  get id(): string {
    return this.otelSpan.spanContext().spanId;
  }

  /** Id of the trace, 32 hexadecimal digits. */
  get traceId(): string {
    return this.otelSpan.spanContext().traceId;
  }

  /** Ends the observation, by default now. Only the first call counts. */
  end(endTime?: TimeInput): void {
    if (this.otelSpan.isRecording()) this.otelSpan.end(endTime);
  }

  /** Starts a child observation without making it active. */
  startObservation<C extends SvcObservationType = "span">(
    name: string,
    attributes?: AttributesOf<C>,
    options: { asType?: C; startTime?: TimeInput } = {},
  ): ObservationOf<C> {
    return startIn(trace.setSpan(context.active(), this.otelSpan), name, attributes, options);
  }

  /** Makes the whole trace readable by anyone who has its address. */
  setTraceAsPublic(): this {
    if (this.otelSpan.isRecording()) this.otelSpan.setAttribute(A.TRACE_PUBLIC, true);
    else noteChangeAfterEnd(this.otelSpan, "setTraceAsPublic()");
    return this;
  }
}

/** Observation that accepts updates until it ends. */
class UpdatableObservation<T extends SvcObservationType> extends Observation<T> {
  /** Adds attributes to the observation. Attributes left out keep their value. */
  update(attributes: AttributesOf<T>): this {
    if (this.otelSpan.isRecording()) {
      checkAttributeNames(attributes);
      writeObservationAttributes(this.otelSpan, attributes);
    } else {
      noteChangeAfterEnd(this.otelSpan, "update()");
    }
    return this;
  }
}

/** Any step of an application. */
export class SvcSpan extends UpdatableObservation<"span"> {}
/** Call of a language model. */
export class SvcGeneration extends UpdatableObservation<"generation"> {}
/** Point in time. An event has already ended when it is created and cannot be updated. */
export class SvcEvent extends Observation<"event"> {}
/** Run that decides on the next step. */
export class SvcAgent extends UpdatableObservation<"agent"> {}
export class SvcTool extends UpdatableObservation<"tool"> {}
/** Link between steps of an application. */
export class SvcChain extends UpdatableObservation<"chain"> {}
/** Search for documents. */
export class SvcRetriever extends UpdatableObservation<"retriever"> {}
/** Judgement of a result's quality. */
export class SvcEvaluator extends UpdatableObservation<"evaluator"> {}
/** Check that blocks unwanted input or output. */
export class SvcGuardrail extends UpdatableObservation<"guardrail"> {}
/** Call of an embedding model. */
export class SvcEmbedding extends UpdatableObservation<"embedding"> {}

interface ObservationByType {
  span: SvcSpan;
  generation: SvcGeneration;
  event: SvcEvent;
  agent: SvcAgent;
  tool: SvcTool;
  chain: SvcChain;
  retriever: SvcRetriever;
  evaluator: SvcEvaluator;
  guardrail: SvcGuardrail;
  embedding: SvcEmbedding;
}

/**
 * Names that observations had in the previous generation, with their replacements. Contract: "Other removed
 * JavaScript/TypeScript items".
 */
const REMOVED = {
  setTraceIO: "update({ input, output }) on the root observation",
};

type ClassByType = { [T in SvcObservationType]: new (otelSpan: Span, type: T) => ObservationByType[T] };

const CLASSES: ClassByType = /* @__PURE__ */ classByType();

function classByType(): ClassByType {
  pointFromRemovedNames(Observation.prototype, "span", REMOVED);
  return {
    span: SvcSpan,
    generation: SvcGeneration,
    event: SvcEvent,
    agent: SvcAgent,
    tool: SvcTool,
    chain: SvcChain,
    retriever: SvcRetriever,
    evaluator: SvcEvaluator,
    guardrail: SvcGuardrail,
    embedding: SvcEmbedding,
  };
}

export type ObservationOf<T extends SvcObservationType> = ObservationByType[T];

export type SvcObservation = ObservationOf<SvcObservationType>;

/** Returns the observation for a span, for instrumentations that start their spans themselves. */
export function observationOf<T extends SvcObservationType>(otelSpan: Span, type: T): ObservationOf<T> {
  return new CLASSES[type](otelSpan, type);
}

/**
 * Starts a child of the active observation without making it active. End the child with `end()`; an `event` ends itself.
 *
 * @example
 * const generation = startObservation("answer", { input: question, model: "gpt-5" }, { asType: "generation" });
 * generation.update({ output: answer }).end();
 */
export function startObservation<T extends SvcObservationType = "span">(
  name: string,
  attributes?: AttributesOf<T>,
  options: StartObservationOpts<T> = {},
): ObservationOf<T> {
  return startIn(parentContext(options.parentSpanContext), name, attributes, options);
}

/** Returns the context in which an observation starts: the active one, or one whose span is the given parent. */
export function parentContext(parent: SpanContext | undefined): Context {
  ensureContextManager();
  return parent === undefined ? context.active() : trace.setSpanContext(context.active(), parent);
}

export function startIn<T extends SvcObservationType = "span">(
  parent: Context,
  name: string,
  attributes: AttributesOf<T> | undefined,
  options: { asType?: T; startTime?: TimeInput },
): ObservationOf<T> {
  const type = knownType(options.asType) ?? ("span" as T);
  const { startTime } = options;
  const spanAttributes = { [A.OBSERVATION_TYPE]: type };
  const span = startSvcSpan(
    name,
    startTime === undefined ? { attributes: spanAttributes } : { attributes: spanAttributes, startTime },
    parent,
  );
  checkOptionNames(options);
  if (attributes !== undefined && span.isRecording()) {
    checkAttributeNames(attributes);
    writeObservationAttributes(span, attributes);
  }
  if (type === "event") span.end(startTime);
  return observationOf(span, type);
}
