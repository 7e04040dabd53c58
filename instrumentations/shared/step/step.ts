import { context, type Context, type SpanOptions } from "@opentelemetry/api";
import { withOwnedTool, type CapturedContent } from "@svc/core/internal";
import { OPERATION_NAME } from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import type { SvcObservationType } from "@svc/tracing";
import { RecordedSpan, type RecordedAttributes } from "@svc/tracing/internal";
import type { StepEnding } from "./step-ending.ts";

/** Start of a step. `operation` is the one of the GenAI conventions, where the type of the observation does not tell it. */
type StepStart = Pick<SpanOptions, "links" | "startTime"> & { readonly operation?: string | undefined };

/** Step that a framework reports, with an observation of its own: a call, a model call, a tool, an agent. Ends once. */
export class Step {
  readonly context: Context;
  readonly #span: RecordedSpan;

  /**
   * Starts the step below the span of `parent`: now, or at the `startTime` of the options. `content` says what the application allows to
   * be recorded of the step, if it allows less than the process.
   */
  constructor(
    name: string,
    type: SvcObservationType,
    parent: Context,
    { operation, ...options }: StepStart = {},
    content?: CapturedContent,
  ) {
    const attributes = { [OBSERVATION_TYPE]: type, ...(operation !== undefined && { [OPERATION_NAME]: operation }) };
    this.#span = new RecordedSpan(name, { ...options, attributes }, parent, content);
    const inside = this.#span.inside(parent);
    this.context = type === "tool" ? withOwnedTool(inside, { name, span: this.#span }) : inside;
  }

  /** True until the step ends, unless it is not sampled. */
  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  /** Milliseconds since 1970, by the clock of the step. */
  now(): number {
    return this.#span.clock.now();
  }

  /** Content that is recorded of the step. Only to save the work for what would be held back. */
  get content(): CapturedContent {
    return this.#span.content;
  }

  update(attributes: RecordedAttributes): void {
    if (this.isRecording) this.#span.write(attributes);
  }

  /** Adds metadata that the application has given for the step. */
  addGivenMetadata(metadata: unknown): void {
    if (this.isRecording) this.#span.writeGivenMetadata(metadata);
  }

  rename(name: string): void {
    if (this.isRecording) this.#span.rename(name);
  }

  /** Ends the step now, or at `endMs` in milliseconds since 1970. */
  end({ failure, ...attributes }: StepEnding = {}, endMs: number = this.now()): void {
    if (!this.isRecording) return;
    this.#span.write(attributes);
    if (failure !== undefined) this.#span.fail(failure);
    this.#span.end(endMs);
  }

  /** Calls a function inside the step: spans that the function starts become children of the step. */
  run<T>(fn: () => T): T {
    return context.with(this.context, fn);
  }
}
