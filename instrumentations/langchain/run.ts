import { context, createContextKey, SpanStatusCode, trace, type Context, type Link } from "@opentelemetry/api";
import { isFields, noteUnrecorded, SpanClock, SvcOtelSpanAttributes, withoutOwnedCall } from "@svc/core";
import { getSvcTracer, observationOf, type SvcGenerationAttributes, type SvcObservationType } from "@svc/tracing";
import { addRun, removeRun, runOf, type Run } from "./run-table.ts";

/** The run whose inside a context is; spans of the application may lie between it and what is active. */
const INSIDE_RUN = createContextKey("svc_langchain_run");

/** A run that begins. */
export interface RunStart {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly type: SvcObservationType;
  readonly threadId?: string | undefined;
  readonly links?: Link[];
}

/** How a run came to its end; absent fields say nothing. */
export interface RunEnd extends SvcGenerationAttributes {
  /** Why the run failed: the span's status becomes ERROR. */
  readonly failure?: string;
}

/** Starts the observation of a run below that of its parent. */
export function startRun({ id, parentId, name, type, threadId, links }: RunStart): Run {
  const parent = withoutOwnedCall(surroundings(parentId));
  const attributes = { [SvcOtelSpanAttributes.OBSERVATION_TYPE]: type };
  const span = getSvcTracer().startSpan(name, links ? { attributes, links } : { attributes }, parent);
  if (!span.isRecording()) noteUnrecorded(span);
  const run: Run = {
    id,
    parentId,
    name,
    threadId,
    observation: observationOf(span, type as "generation"),
    clock: new SpanClock(span),
    context: trace.setSpan(parent, span).setValue(INSIDE_RUN, id),
    heardAt: Date.now(),
  };
  addRun(run);
  return run;
}

/** Ends a run; nothing happens when it has ended already, or was never heard of. */
export function endRun(id: string, end: (run: Run) => RunEnd): void {
  const run = removeRun(id);
  if (run === undefined) return;
  const { otelSpan } = run.observation;
  try {
    if (!otelSpan.isRecording()) return;
    const { failure, ...attributes } = end(run);
    const { completionStart } = run;
    run.observation.update({ ...(completionStart && { completionStartTime: completionStart }), ...attributes });
    if (failure) otelSpan.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  } finally {
    // An end after a first token is told by the clock that told the token's time.
    run.observation.end(run.completionStart && run.clock.now());
  }
}

/** Calls a function inside a run: what it starts becomes a part of the run. */
export function insideRun<T>(run: Run, fn: () => T, change: (ctx: Context) => Context = (ctx) => ctx): T {
  const active = context.active();
  const ctx = change(active.getValue(INSIDE_RUN) === run.id ? active : run.context);
  return ctx === active ? fn() : context.with(ctx, fn);
}

/**
 * Where a run begins: inside its parent. Where the parent is unknown, and where the application has opened spans of its own
 * inside the parent, that is the caller's context.
 */
function surroundings(parentId: string | undefined): Context {
  const active = context.active();
  const parent = runOf(parentId);
  return parent === undefined || active.getValue(INSIDE_RUN) === parentId ? active : parent.context;
}

/** The id of the run that a manager of LangChain belongs to. */
export function runIdOf(manager: unknown): string | undefined {
  return isFields(manager) && typeof manager.runId === "string" ? manager.runId : undefined;
}
