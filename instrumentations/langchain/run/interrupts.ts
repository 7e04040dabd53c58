import { controlOutcome, fieldsOf, isFields, listOf, textOf } from "@svc/core/internal";
import type { Link, SpanContext } from "@opentelemetry/api";
import { lineOf, type Run } from "./run-table.ts";
import type { RunEnd } from "./run.ts";

/**
 * Maximum number of remembered interruptions, one per graph and conversation. They serve to link the run that resumes the
 * conversation.
 */
const MAX_INTERRUPTED = 10_000;

const KEY = Symbol.for("svc.langchain.interrupted");
const holder = globalThis as { [KEY]?: Map<string, SpanContext> };

/** Span contexts of the outermost interrupted runs, by graph and conversation, oldest first. */
const interrupted = (holder[KEY] ??= new Map());

/** Returns the end of a run that one of LangGraph's control exceptions left; undefined for an error. */
export function controlEnd(id: string, error: unknown): RunEnd | undefined {
  const outcome = controlOutcome(error);
  if (outcome === undefined || !isFields(error)) return undefined;
  if (listOf(error.interrupts).length > 0) markInterrupted(id, listOf(error.interrupts));
  return { metadata: { outcome }, output: payloadOf(error) };
}

/**
 * Returns the end of the outermost run of an interrupted graph; an empty end for a run that was not interrupted. The interrupts
 * are added to the output, as LangGraph does for the caller.
 */
export function interruptedEnd(run: Run, output?: unknown): RunEnd {
  const { interrupts } = run;
  if (interrupts === undefined) return {};
  rememberInterrupted(run);
  return { output: { ...fieldsOf(output), __interrupt__: interrupts }, metadata: { outcome: "interrupted" } };
}

/**
 * Returns the interrupted run that a new run of the same graph and conversation resumes; undefined when there is no such run.
 */
export function resumedRun(name: string, threadId: string | undefined, inputs: unknown): SpanContext | undefined {
  if (threadId === undefined) return undefined;
  const key = threadKey(name, threadId);
  const spanContext = interrupted.get(key);
  if (spanContext === undefined) return undefined;
  // The next run of the conversation ends the interruption, even if that run does not resume the graph.
  interrupted.delete(key);
  return isResumption(inputs) ? spanContext : undefined;
}

/** Returns a link to the run that is resumed. */
export function linkTo(context: SpanContext): Link {
  return { context, attributes: { "link.type": "resumes" } };
}

/** Notes the interrupts on the outermost run of the graph: that run may end without an error. */
function markInterrupted(id: string, interrupts: readonly unknown[]): void {
  for (const run of lineOf(id)) if (run.threadId !== undefined) run.interrupts = interrupts;
}

function rememberInterrupted(run: Run): void {
  if (run.threadId === undefined) return;
  if (interrupted.size >= MAX_INTERRUPTED) interrupted.delete(interrupted.keys().next().value!);
  interrupted.set(threadKey(run.name, run.threadId), run.observation.spanContext());
}

function threadKey(name: string, threadId: string): string {
  return `${name}\n${threadId}`;
}

/** Returns true for inputs that resume a graph: a `Command` with `resume`, or no input at all. */
function isResumption(inputs: unknown): boolean {
  if (!isFields(inputs)) return inputs === null || inputs === undefined;
  if (textOf(inputs.lg_name) === "Command") return inputs.resume !== undefined;
  return Object.keys(inputs).length === 1 && (inputs.input === null || inputs.input === undefined);
}

function payloadOf(error: Readonly<Record<string, unknown>>): unknown {
  if (listOf(error.interrupts).length > 0) return { interrupts: error.interrupts };
  return isFields(error.command) ? error.command : undefined;
}
