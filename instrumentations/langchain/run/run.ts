import { context, createContextKey, type Context, type Link } from "@opentelemetry/api";
import { isFields, withConversation, withoutOwnedCall, withOwnedTool } from "@svc/core/internal";
import { OPERATION_NAME } from "@svc/core/internal/gen-ai";
import { OBSERVATION_TYPE } from "@svc/core/internal/span-attributes";
import type { StepEnding } from "@svc/instrumentation";
import type { SvcObservationType } from "@svc/tracing";
import { RecordedSpan } from "@svc/tracing/internal";
import { addRun, removeRun, runOf, type Run } from "./run-table.ts";

/** Context key of the run that a context is inside of. Spans of the application may lie between the run and the active span. */
const INSIDE_RUN = createContextKey("svc_langchain_run");

export interface RunStart {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly type: SvcObservationType;
  /** Operation of the GenAI conventions, where the type does not tell it. */
  readonly operation?: string | undefined;
  /** Id of the conversation that LangGraph keeps. */
  readonly conversation?: string | undefined;
  /** The same, only for the outermost run of a graph. */
  readonly threadId?: string | undefined;
  readonly links?: Link[] | undefined;
}

/** Data of a run at its end; absent fields change nothing. */
export type RunEnd = StepEnding;

/** Starts the observation of a run below the observation of its parent. */
export function startRun({ id, parentId, name, type, operation, conversation, threadId, links }: RunStart): Run {
  const parent = withConversation(withoutOwnedCall(surroundings(parentId)), conversation);
  const attributes = { [OBSERVATION_TYPE]: type, ...(operation !== undefined && { [OPERATION_NAME]: operation }) };
  const span = new RecordedSpan(name, links ? { attributes, links } : { attributes }, parent);
  const inside = span.inside(parent).setValue(INSIDE_RUN, id);
  const run: Run = {
    id,
    parentId,
    name,
    threadId,
    type,
    observation: span,
    context: type === "tool" ? withOwnedTool(inside, { name, span }) : inside,
    heardAt: Date.now(),
  };
  addRun(run);
  return run;
}

/** Ends a run. Does nothing when the run has ended already or was never reported. */
export function endRun(id: string, end: (run: Run) => RunEnd): void {
  const run = removeRun(id);
  if (run === undefined) return;
  const { observation } = run;
  try {
    if (!observation.isRecording()) return;
    const { failure, ...attributes } = end(run);
    const { completionStart } = run;
    observation.write({ ...(completionStart && { completionStartTime: completionStart }), ...attributes });
    if (failure) observation.fail(failure);
  } finally {
    // An end after a first token uses the clock that gave the token's time.
    observation.end(run.completionStart && observation.clock.now());
  }
}

/** Calls a function inside a run: spans that the function starts become children of the run. */
export function insideRun<T>(run: Run, fn: () => T, change: (ctx: Context) => Context = (ctx) => ctx): T {
  const active = context.active();
  const ctx = change(active.getValue(INSIDE_RUN) === run.id ? active : run.context);
  return ctx === active ? fn() : context.with(ctx, fn);
}

/**
 * Returns the context that a run starts in: that of its parent. Returns the caller's context where the parent is unknown, and
 * where the application has opened spans of its own inside the parent.
 */
function surroundings(parentId: string | undefined): Context {
  const active = context.active();
  const parent = runOf(parentId);
  return parent === undefined || active.getValue(INSIDE_RUN) === parentId ? active : parent.context;
}

/** Returns the id of the run that a manager of LangChain belongs to. */
export function runIdOf(manager: unknown): string | undefined {
  return isFields(manager) && typeof manager.runId === "string" ? manager.runId : undefined;
}
