import { createContextKey, trace, type Context, type Span } from "@opentelemetry/api";
import { globalState } from "../runtime/global-state.ts";

/** Model call that this SDK records, as the context of its request holds it. */
export interface RecordedCall {
  /** Name of the package that makes the call. */
  readonly packageName: string;
}

const RECORDED_CALL: symbol = /* @__PURE__ */ createContextKey("svc_recorded_call");

/** Returns a context in which the call is made, with the span of its observation active. */
export function withRecordedCall(ctx: Context, span: Span, call: RecordedCall): Context {
  return new CallContext(ctx, span, call);
}

export function withActiveSpan(ctx: Context, span: Span): Context {
  return new CallContext(ctx, span, recordedCallIn(ctx));
}

/**
 * Context with other values for the active span and the recorded call. A context of OpenTelemetry's own would be made twice, each
 * time with a copy of all values and with three functions. This one becomes such contexts when somebody adds a value to it.
 */
class CallContext implements Context {
  readonly #outer: Context;
  readonly #span: Span;
  readonly #call: RecordedCall | undefined;

  constructor(outer: Context, span: Span, call: RecordedCall | undefined) {
    // Both values of such an outer context are hidden. A chain of calls, each made inside the one before, must not grow.
    this.#outer = outer instanceof CallContext ? outer.#outer : outer;
    this.#span = span;
    this.#call = call;
  }

  getValue(key: symbol): unknown {
    if (key === RECORDED_CALL) return this.#call;
    return key === SPAN ? this.#span : this.#outer.getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    if (key === SPAN) return new CallContext(this.#outer, value as Span, this.#call);
    return this.#withValues().setValue(key, value);
  }

  deleteValue(key: symbol): Context {
    return this.#withValues().deleteValue(key);
  }

  #withValues(): Context {
    const withSpan = trace.setSpan(this.#outer, this.#span);
    return this.#call === recordedCallIn(this.#outer) ? withSpan : withSpan.setValue(RECORDED_CALL, this.#call);
  }
}

/** Key of the active span in a context, which the API keeps to itself. */
const SPAN: symbol = /* @__PURE__ */ keyOfSpan();

function keyOfSpan(): symbol {
  let found: symbol | undefined;
  trace.getSpan({ getValue: (key: symbol) => void (found = key) } as Context);
  return found!;
}

/** Returns the recorded call that is made in this context. */
export function recordedCallIn(ctx: Context): RecordedCall | undefined {
  return ctx.getValue(RECORDED_CALL) as RecordedCall | undefined;
}

/** Notes a span that a package made of a call that is recorded: sent to the service, it would count the call twice. */
export function noteRepeatedSpan(span: unknown): void {
  if (typeof span !== "object" || span === null) return;
  globalState.repeatedSpans ??= new WeakSet();
  globalState.repeatedSpans.add(span);
}

/** Returns true for a span that repeats a recorded call. */
export function isRepeatedSpan(span: object): boolean {
  return globalState.repeatedSpans?.has(span) === true;
}
