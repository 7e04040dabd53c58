import { context, trace, type Context, type Span, type SpanContext, type TimeInput } from "@opentelemetry/api";
import {
  noteChangeAfterEnd,
  noteSampling,
  noteUnrecorded,
  pointFromRemovedNames,
  SvcOtelSpanAttributes,
} from "@svc/core";
import { keepShape } from "./attribute-shapes.ts";
import { writeObservationAttributes } from "./observation-attributes.ts";
import { knownType, type AttributesOf, type SvcObservationType } from "./observation-types.ts";
import { lookAtAttributes, lookAtOptions } from "./option-names.ts";
import { getSvcTracer } from "./tracer-provider.ts";

/** How an observation is started. */
export interface StartObservationOptions {
  /** Default: now. */
  startTime?: TimeInput;
  /** Parent in another process or another place of this one; default: the active span. */
  parentSpanContext?: SpanContext;
}

/** How an observation is started, with its kind. */
export interface StartObservationOpts<
  T extends SvcObservationType = SvcObservationType,
> extends StartObservationOptions {
  /** Default `span`. */
  asType?: T;
}

/**
 * One step of a trace, backed by an OpenTelemetry span. All ten kinds are this class, nine of them with `update`; what
 * differs is the attributes they accept. Every method is safe on a span that has ended or was not sampled: it does nothing.
 */
class Observation<T extends SvcObservationType = SvcObservationType> {
  /** The span underneath. */
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
    if (!this.otelSpan.isRecording()) return;
    this.otelSpan.end(endTime);
    keepShape(this.otelSpan);
  }

  /** Starts an observation below this one; it is not made active. */
  startObservation<C extends SvcObservationType = "span">(
    name: string,
    attributes?: AttributesOf<C>,
    options: { asType?: C; startTime?: TimeInput } = {},
  ): ObservationOf<C> {
    return startIn(trace.setSpan(context.active(), this.otelSpan), name, attributes, options);
  }

  /** Makes the whole trace readable by anyone who has its address. */
  setTraceAsPublic(): this {
    if (this.otelSpan.isRecording()) this.otelSpan.setAttribute(SvcOtelSpanAttributes.TRACE_PUBLIC, true);
    else noteChangeAfterEnd(this.otelSpan, "setTraceAsPublic()");
    return this;
  }
}

/** An observation that is added to while it lasts. */
class UpdatableObservation<T extends SvcObservationType> extends Observation<T> {
  /** Adds to what the observation says; attributes left out keep their value. */
  update(attributes: AttributesOf<T>): this {
    if (this.otelSpan.isRecording()) {
      lookAtAttributes(attributes);
      writeObservationAttributes(this.otelSpan, attributes);
    } else {
      noteChangeAfterEnd(this.otelSpan, "update()");
    }
    return this;
  }
}

/** Any step. */
export class SvcSpan extends UpdatableObservation<"span"> {}
/** A call of a language model. */
export class SvcGeneration extends UpdatableObservation<"generation"> {}
/** A point in time: it has ended when it is made and cannot be updated. */
export class SvcEvent extends Observation<"event"> {}
/** A run that decides what to do next. */
export class SvcAgent extends UpdatableObservation<"agent"> {}
/** A call of a tool. */
export class SvcTool extends UpdatableObservation<"tool"> {}
/** A link between steps of an application. */
export class SvcChain extends UpdatableObservation<"chain"> {}
/** A search for documents. */
export class SvcRetriever extends UpdatableObservation<"retriever"> {}
/** A judgement of how good something is. */
export class SvcEvaluator extends UpdatableObservation<"evaluator"> {}
/** A check that keeps something out. */
export class SvcGuardrail extends UpdatableObservation<"guardrail"> {}
/** A call of an embedding model. */
export class SvcEmbedding extends UpdatableObservation<"embedding"> {}

/** The class of each kind. */
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

/** What observations had in the previous generation. Contract: "Other removed JavaScript/TypeScript items". */
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

/** The observation a kind is. */
export type ObservationOf<T extends SvcObservationType> = ObservationByType[T];

/** An observation of any kind. */
export type SvcObservation = ObservationOf<SvcObservationType>;

/** The observation that a span is, for instrumentations that start their spans themselves. */
export function observationOf<T extends SvcObservationType>(otelSpan: Span, type: T): ObservationOf<T> {
  return new CLASSES[type](otelSpan, type);
}

/**
 * Starts an observation below the active one, without making it active. End it with `end()`; an `event` ends itself.
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

/** The context an observation is started in: the active one, or one whose span is the given parent. */
export function parentContext(parent: SpanContext | undefined): Context {
  return parent === undefined ? context.active() : trace.setSpanContext(context.active(), parent);
}

/** Starts an observation in a context. */
export function startIn<T extends SvcObservationType = "span">(
  parent: Context,
  name: string,
  attributes: AttributesOf<T> | undefined,
  options: { asType?: T; startTime?: TimeInput },
): ObservationOf<T> {
  const type = knownType(options.asType) ?? ("span" as T);
  const { startTime } = options;
  const spanAttributes = { [SvcOtelSpanAttributes.OBSERVATION_TYPE]: type };
  const span = getSvcTracer().startSpan(
    name,
    startTime === undefined ? { attributes: spanAttributes } : { attributes: spanAttributes, startTime },
    parent,
  );
  noteSampling(span.spanContext());
  lookAtOptions(options);
  if (!span.isRecording()) {
    noteUnrecorded(span);
  } else if (attributes !== undefined) {
    lookAtAttributes(attributes);
    writeObservationAttributes(span, attributes);
  }
  if (type === "event") span.end(startTime);
  return observationOf(span, type);
}
