import { createContextKey, type Context } from "@opentelemetry/api";
import { globalState } from "../runtime/global-state.ts";

/** Model call that this SDK records, as the context of its request holds it. */
export interface RecordedCall {
  /** Name of the package that makes the call. */
  readonly packageName: string;
}

const RECORDED_CALL: symbol = createContextKey("svc_recorded_call");

/** Returns a context in which the call is made. */
export function withRecordedCall(ctx: Context, call: RecordedCall): Context {
  return ctx.setValue(RECORDED_CALL, call);
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
