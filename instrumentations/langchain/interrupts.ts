import { controlOutcome, fieldsOf, isFields, listOf, textOf } from "@svc/core";
import type { Link, SpanContext } from "@opentelemetry/api";
import { lineOf, type Run } from "./run-table.ts";
import type { RunEnd } from "./run.ts";

/** Conversations whose interruption is remembered, so that the run that resumes them can be linked. */
const MAX_INTERRUPTED = 10_000;

const KEY = Symbol.for("svc.langchain.interrupted");
const holder = globalThis as { [KEY]?: Map<string, SpanContext> };

/** The outermost runs that were interrupted, by graph and conversation, oldest first. */
const interrupted = (holder[KEY] ??= new Map());

/** How a run ends that was left by one of LangGraph's control exceptions; undefined for an error. */
export function controlEnd(id: string, error: unknown): RunEnd | undefined {
  const outcome = controlOutcome(error);
  if (outcome === undefined || !isFields(error)) return undefined;
  if (listOf(error.interrupts).length > 0) markInterrupted(id, listOf(error.interrupts));
  return { metadata: { outcome }, output: payloadOf(error) };
}

/** How the outermost run of an interrupted graph ends; its caller is given what it was interrupted for with its output. */
export function interruptedEnd(run: Run, output?: unknown): RunEnd {
  const { interrupts } = run;
  if (interrupts === undefined) return {};
  rememberInterrupted(run);
  return { output: { ...fieldsOf(output), __interrupt__: interrupts }, metadata: { outcome: "interrupted" } };
}

/** The interrupted run that a new one of the same graph and conversation resumes. */
export function resumedRun(name: string, threadId: string | undefined, inputs: unknown): SpanContext | undefined {
  if (threadId === undefined) return undefined;
  const key = keyOf(name, threadId);
  const spanContext = interrupted.get(key);
  if (spanContext === undefined) return undefined;
  // Whatever runs next in the conversation, the interruption is over.
  interrupted.delete(key);
  return isResumption(inputs) ? spanContext : undefined;
}

/** A link to the run that is resumed. */
export function linkTo(context: SpanContext): Link {
  return { context, attributes: { "link.type": "resumes" } };
}

/** The interruption is of the whole graph: its outermost run, which may end without an error, knows of it. */
function markInterrupted(id: string, interrupts: readonly unknown[]): void {
  for (const run of lineOf(id)) if (run.threadId !== undefined) run.interrupts = interrupts;
}

function rememberInterrupted(run: Run): void {
  if (run.threadId === undefined) return;
  if (interrupted.size >= MAX_INTERRUPTED) interrupted.delete(interrupted.keys().next().value!);
  interrupted.set(keyOf(run.name, run.threadId), run.observation.otelSpan.spanContext());
}

function keyOf(name: string, threadId: string): string {
  return `${name}\n${threadId}`;
}

/** A graph goes on with a `Command`, or with no input at all. */
function isResumption(inputs: unknown): boolean {
  if (!isFields(inputs)) return inputs === null || inputs === undefined;
  if (textOf(inputs.lg_name) === "Command") return inputs.resume !== undefined;
  return Object.keys(inputs).length === 1 && (inputs.input === null || inputs.input === undefined);
}

function payloadOf(error: Readonly<Record<string, unknown>>): unknown {
  if (listOf(error.interrupts).length > 0) return { interrupts: error.interrupts };
  return isFields(error.command) ? error.command : undefined;
}
