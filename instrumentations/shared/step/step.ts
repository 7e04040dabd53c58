import { context, SpanStatusCode, trace, type Context, type Span, type SpanOptions } from "@opentelemetry/api";
import { SpanClock, withOwnedTool } from "@svc/core/internal";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import type { SvcGenerationAttributes, SvcObservationType } from "@svc/tracing";
import { endSpan, startSvcSpan, writeObservationAttributes } from "@svc/tracing/internal";
import type { StepEnding } from "./step-ending.ts";

/** Step that a framework reports, with an observation of its own: a call, a model call, a tool, an agent. Ends once. */
export class Step {
  /** Context inside the step. */
  readonly context: Context;
  readonly #clock: SpanClock;
  readonly #span: Span;

  /** Starts the step below the span of `parent`: now, or at the `startTime` of the options. */
  constructor(
    name: string,
    type: SvcObservationType,
    parent: Context,
    options?: Pick<SpanOptions, "links" | "startTime">,
  ) {
    const attributes = { [OBSERVATION_TYPE]: type };
    this.#span = startSvcSpan(name, options ? { ...options, attributes } : { attributes }, parent);
    this.#clock = new SpanClock(this.#span);
    const inside = trace.setSpan(parent, this.#span);
    this.context = type === "tool" ? withOwnedTool(inside, { name, span: this.#span }) : inside;
  }

  /** True until the step ends, unless it is not sampled. */
  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  /** Milliseconds since 1970, by the clock of the step. */
  now(): number {
    return this.#clock.now();
  }

  update(attributes: SvcGenerationAttributes): void {
    if (this.isRecording) writeObservationAttributes(this.#span, attributes);
  }

  rename(name: string): void {
    if (this.isRecording) this.#span.updateName(name);
  }

  /** Ends the step now, or at `endMs` in milliseconds since 1970. */
  end({ failure, ...attributes }: StepEnding = {}, endMs: number = this.now()): void {
    if (!this.isRecording) return;
    writeObservationAttributes(this.#span, attributes);
    if (failure !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    endSpan(this.#span, endMs);
  }

  /** Calls a function inside the step: spans that the function starts become children of the step. */
  run<T>(fn: () => T): T {
    return context.with(this.context, fn);
  }
}
