import { context, createContextKey, type Context } from "@opentelemetry/api";
import { fieldsOf, isFields, textOf, type Fields } from "@svc/core/internal";
import { telemetryOf } from "./call-options.ts";

/** Facts about a call that its events leave out. */
export interface CallNote {
  /** Name of the agent that makes the call. */
  readonly agentName?: string;
  /** Metadata of the call's telemetry settings. */
  readonly metadata?: Fields;
}

/** Context key of the note about the call that is starting. */
const NOTE = createContextKey("svc_ai_sdk_call");

/** Returns what the options of a call say about it. */
export function noteOf(options: Fields): CallNote {
  const agentName = textOf(options.id);
  const { metadata } = telemetryOf(options);
  return { ...(agentName !== undefined && { agentName }), ...(isFields(metadata) && { metadata }) };
}

/** Makes a call whose events are understood with a note. Calls inside have notes of their own. */
export function withNote<T>(note: CallNote, call: () => T): T {
  return context.with(context.active().setValue(NOTE, note), call);
}

/** Returns true where the AI SDK itself makes the calls: its own calls of a model are recorded with the call, or not at all. */
export function isInCall(ctx: Context): boolean {
  return ctx.getValue(NOTE) !== undefined;
}

/** Returns the note about the call that starts in this context. */
export function noteIn(ctx: Context): CallNote {
  return fieldsOf(ctx.getValue(NOTE));
}

/** Returns a context for what a call does, without the note about the call. */
export function withoutNote(ctx: Context): Context {
  return ctx.getValue(NOTE) === undefined ? ctx : ctx.deleteValue(NOTE);
}
