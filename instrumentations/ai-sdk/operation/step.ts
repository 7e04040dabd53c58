import { context, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { SpanClock, SvcOtelSpanAttributes, noteUnrecorded } from "@svc/core/internal";
import { getSvcTracer, observationOf, type SvcGenerationAttributes, type SvcObservationType } from "@svc/tracing";
import type { Ending } from "./ending.ts";

/** Part of a call of the AI SDK with an observation of its own: the call itself, a model call or a tool. Ends once. */
export class Step {
  /** Context inside the step. */
  readonly context: Context;
  readonly #clock: SpanClock;
  // The TypeScript type is that of a generation, which accepts every attribute.
  readonly #observation;

  constructor(name: string, type: SvcObservationType, parent: Context) {
    const attributes = { [SvcOtelSpanAttributes.OBSERVATION_TYPE]: type };
    const span = getSvcTracer().startSpan(name, { attributes }, parent);
    if (!span.isRecording()) noteUnrecorded(span);
    this.#clock = new SpanClock(span);
    this.#observation = observationOf(span, type as "generation");
    this.context = trace.setSpan(parent, span);
  }

  /** True until the step ends, unless it is not sampled. */
  get isRecording(): boolean {
    return this.#observation.otelSpan.isRecording();
  }

  /** Milliseconds since 1970, by the clock of the step. */
  now(): number {
    return this.#clock.now();
  }

  update(attributes: SvcGenerationAttributes): void {
    if (this.isRecording) this.#observation.update(attributes);
  }

  /** Ends the step now, or at `endMs` in milliseconds since 1970. */
  end({ failure, ...attributes }: Ending = {}, endMs: number = this.now()): void {
    if (!this.isRecording) return;
    this.#observation.update(attributes);
    if (failure !== undefined) this.#observation.otelSpan.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    this.#observation.end(endMs);
  }

  /** Calls a function inside the step: spans that the function starts become children of the step. */
  run<T>(fn: () => T, ctx: Context = this.context): T {
    return context.with(ctx, fn);
  }
}
