import { createContextKey, type Context } from "@opentelemetry/api";

/** Set while a framework makes a model call that it records itself: the provider's instrumentation steps aside. */
const OWNED_CALL: symbol = createContextKey("svc_owned_call");

/** A context in which model calls are recorded by their caller. */
export function withOwnedCall(ctx: Context): Context {
  return ctx.setValue(OWNED_CALL, true);
}

/** A context in which model calls are recorded where they are made, as everywhere. */
export function withoutOwnedCall(ctx: Context): Context {
  return isOwnedCall(ctx) ? ctx.deleteValue(OWNED_CALL) : ctx;
}

/** Whether a model call in this context is recorded by its caller. */
export function isOwnedCall(ctx: Context): boolean {
  return ctx.getValue(OWNED_CALL) === true;
}
