import { context, createContextKey, type Context } from "@opentelemetry/api";

/** Call of a LangChain object. Its run is unknown until LangChain reports the run. */
export interface CallInProgress {
  /** Id of the first run that started inside the call: the call's own run. */
  runId?: string;
  /** Call that this one was made inside of. Until a run has started inside that call, both have the same run. */
  readonly outer?: CallInProgress | undefined;
}

const CALL_IN_PROGRESS = createContextKey("svc_langchain_call");

/** Returns a context in which the first run that starts counts as the run of the call. */
export function withCall(ctx: Context, call: CallInProgress): Context {
  return ctx.setValue(CALL_IN_PROGRESS, call);
}

/** Returns the call that the running code is part of; undefined outside a call. */
export function callInProgress(): CallInProgress | undefined {
  return context.active().getValue(CALL_IN_PROGRESS) as CallInProgress | undefined;
}

/** Notes the run of the call in progress and of the calls around it, as far as they have none. */
export function noteRunOfCall(runId: string): void {
  for (let call = callInProgress(); call !== undefined && call.runId === undefined; call = call.outer) {
    call.runId = runId;
  }
}
