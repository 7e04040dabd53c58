import { createContextKey, type Attributes, type Context } from "@opentelemetry/api";

/** Observation of a tool, as a protocol adds what it knows. */
interface ToolSpan {
  isRecording(): boolean;
  setAttributes(attributes: Attributes): void;
  write(attributes: { level: "ERROR"; statusMessage: { message: string; type: string } }): void;
  fail(reason: { message: string; type: string }, errorType: string): void;
}

/** Call of a tool that a framework makes and records. */
export interface OwnedTool {
  /** Name of the tool in the framework. */
  readonly name: string;
  readonly span: ToolSpan;
}

/**
 * Context key that is set while a framework makes a model call that it records itself. The provider's instrumentation then
 * records nothing.
 */
const OWNED_CALL: symbol = /* @__PURE__ */ createContextKey("svc_owned_call");

/** Context key of the {@link OwnedTool} that is executed. A protocol by which it reaches the tool records no second one. */
const OWNED_TOOL: symbol = /* @__PURE__ */ createContextKey("svc_owned_tool");

/** Context key that is set while a framework searches a database in a step that it records itself. */
const OWNED_RETRIEVAL: symbol = /* @__PURE__ */ createContextKey("svc_owned_retrieval");

/** Context key of the number of searches of databases that were recorded where they were made, below the nearest counting step. */
const RETRIEVALS: symbol = /* @__PURE__ */ createContextKey("svc_retrievals");

/** Returns a context in which the caller records the model calls. */
export function withOwnedCall(ctx: Context): Context {
  return ctx.setValue(OWNED_CALL, true);
}

/** Returns a context in which the caller records the execution of this tool. */
export function withOwnedTool(ctx: Context, tool: OwnedTool): Context {
  return ctx.setValue(OWNED_TOOL, tool);
}

/** Returns a context in which the caller records the searches of databases. */
export function withOwnedRetrieval(ctx: Context): Context {
  return ctx.setValue(OWNED_RETRIEVAL, true);
}

/** Returns a context in which model calls, tools and searches are recorded where they are made, which is the default. */
export function withoutOwnedCall(ctx: Context): Context {
  let inner = isOwnedCall(ctx) ? ctx.deleteValue(OWNED_CALL) : ctx;
  if (ownedToolIn(inner) !== undefined) inner = inner.deleteValue(OWNED_TOOL);
  return isOwnedRetrieval(inner) ? inner.deleteValue(OWNED_RETRIEVAL) : inner;
}

/** Returns true when the caller records the model calls of this context. */
export function isOwnedCall(ctx: Context): boolean {
  return ctx.getValue(OWNED_CALL) === true;
}

/** Returns the tool whose execution the caller records in this context. */
export function ownedToolIn(ctx: Context): OwnedTool | undefined {
  return ctx.getValue(OWNED_TOOL) as OwnedTool | undefined;
}

/** Returns true when the caller records the searches of this context. */
export function isOwnedRetrieval(ctx: Context): boolean {
  return ctx.getValue(OWNED_RETRIEVAL) === true;
}

/** Returns a context that counts the searches of databases that are recorded in it. */
export function withRetrievalCount(ctx: Context): Context {
  return ctx.setValue(RETRIEVALS, { count: 0 });
}

/** Counts a search that is recorded in this context. */
export function countRetrieval(ctx: Context): void {
  const retrievals = ctx.getValue(RETRIEVALS) as { count: number } | undefined;
  if (retrievals !== undefined) retrievals.count++;
}

/** Returns the number of searches that have been recorded in this context; 0 where nobody counts them. */
export function retrievalsIn(ctx: Context): number {
  return (ctx.getValue(RETRIEVALS) as { count: number } | undefined)?.count ?? 0;
}
