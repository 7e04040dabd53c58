import { context, createContextKey, type Context } from "@opentelemetry/api";

/** A call of a LangChain object, whose run is not known before LangChain reports it. */
export interface CallInProgress {
  /** The first run that started inside: the call's own. */
  runId?: string;
}

const CALL_IN_PROGRESS = createContextKey("svc_langchain_call");

/** A context in which the first run that starts is taken for the call's. */
export function withCall(ctx: Context, call: CallInProgress): Context {
  return ctx.setValue(CALL_IN_PROGRESS, call);
}

/** The call that this code is a part of. */
export function callInProgress(): CallInProgress | undefined {
  return context.active().getValue(CALL_IN_PROGRESS) as CallInProgress | undefined;
}

/** Notes the run of the call in progress. */
export function noteRunOfCall(runId: string): void {
  const call = callInProgress();
  if (call !== undefined) call.runId ??= runId;
}
