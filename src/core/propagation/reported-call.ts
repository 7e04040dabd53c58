import { createContextKey, type Context } from "@opentelemetry/api";

/**
 * Model call that a framework reports as well. The provider's instrumentation that records the call sets `isRecorded`. The
 * framework's report then adds no observation.
 */
export interface ReportedCall {
  isRecorded: boolean;
  /** True when the application wants neither input nor output of this call recorded. */
  readonly isContentWithheld: boolean;
}

const REPORTED_CALL: symbol = /* @__PURE__ */ createContextKey("svc_reported_call");

/** Returns a context in which the framework makes the call. */
export function withReportedCall(ctx: Context, call: ReportedCall): Context {
  return ctx.setValue(REPORTED_CALL, call);
}

/** Report of the calls that are made outside of any reported one. */
let everyOther: ReportedCall | undefined;

/** Sets the report of the calls that are made in contexts without one, in all of the process. */
export function reportEveryOtherCall(call: ReportedCall): void {
  everyOther = call;
}

/** Returns the reported call that is made in this context. */
export function reportedCallIn(ctx: Context): ReportedCall | undefined {
  return (ctx.getValue(REPORTED_CALL) as ReportedCall | undefined) ?? everyOther;
}
