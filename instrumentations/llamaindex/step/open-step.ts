import { context, createContextKey, type Context } from "@opentelemetry/api";
import {
  beforeExitDelivery,
  isFields,
  SUPPRESS_TRACING,
  withOwnedRetrieval,
  withoutOwnedCall,
  withReportedCall,
} from "@svc/core/internal";
import { CUT_SHORT, failedEnding, Step, type StepEnding } from "@svc/instrumentation";
import { CallCount } from "../model/call-count.ts";
import type { StepKind } from "./step-kinds.ts";

/** Context key of the innermost step. */
const INSIDE = createContextKey("svc_llamaindex_step");

/** Steps that have not ended. They end with the process. */
const open = new Set<OpenStep>();
let isExitWatched = false;

/** Step of LlamaIndex that has started: a query, a search, an agent, a tool. */
export class OpenStep {
  readonly context: Context;
  readonly #step: Step;
  readonly #kind: StepKind;
  #hasEnded = false;

  private constructor(kind: StepKind, self: unknown, args: readonly unknown[], active: Context) {
    this.#kind = kind;
    this.#step = new Step(kind.nameOf(self), kind.type, withoutOwnedCall(active));
    const counted = withReportedCall(this.#step.context, new CallCount()).setValue(INSIDE, this);
    this.context = kind.ownsRetrieval ? withOwnedRetrieval(counted) : counted;
    if (this.#step.content.inputs) this.#step.update({ input: kind.input(args) });
    open.add(this);
  }

  /** Starts a step below the active one. Returns undefined where nothing is to be recorded. */
  static start(kind: StepKind, self: unknown, args: readonly unknown[]): OpenStep | undefined {
    const active = context.active();
    if (active.getValue(SUPPRESS_TRACING) === true) return undefined;
    if (!isExitWatched) {
      isExitWatched = true;
      beforeExitDelivery(() => {
        for (const step of open) step.end(CUT_SHORT);
      });
    }
    const step = new OpenStep(kind, self, args, active);
    return step.#step.isRecording ? step : undefined;
  }

  /** Returns the innermost step of a context. */
  static in(ctx: Context): OpenStep | undefined {
    return ctx.getValue(INSIDE) as OpenStep | undefined;
  }

  /** Calls a function inside the step. */
  run<T>(fn: () => T): T {
    return context.with(this.context, fn);
  }

  /** Ends the step with its result. */
  succeed(result: unknown): void {
    const { output, metadata } = this.#kind;
    this.end({
      ...(this.#step.content.outputs && { output: output(result) }),
      ...(metadata && { metadata: metadata(result) }),
    });
  }

  /** Ends the step with the text of a stream that was read or left. */
  finish(text: string, ending: StepEnding = {}): void {
    this.end({ ...(text !== "" && { output: text }), ...ending });
  }

  fail(error: unknown): void {
    this.end(failedEnding(error));
  }

  end(ending: StepEnding): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    open.delete(this);
    this.#step.end(ending);
  }
}

/** Returns true for an answer that is read piece by piece. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return isFields(value) && typeof value[Symbol.asyncIterator as never] === "function";
}
