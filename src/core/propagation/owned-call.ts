import { createContextKey, type Context } from "@opentelemetry/api";

/**
 * Context key that is set while a framework makes a model call that it records itself. The provider's instrumentation then
 * records nothing.
 */
const OWNED_CALL: symbol = createContextKey("svc_owned_call");

/** Returns a context in which the caller records the model calls. */
export function withOwnedCall(ctx: Context): Context {
  return ctx.setValue(OWNED_CALL, true);
}

/** Returns a context in which model calls are recorded where they are made, which is the default. */
export function withoutOwnedCall(ctx: Context): Context {
  return isOwnedCall(ctx) ? ctx.deleteValue(OWNED_CALL) : ctx;
}

/** Returns true when the caller records the model calls of this context. */
export function isOwnedCall(ctx: Context): boolean {
  return ctx.getValue(OWNED_CALL) === true;
}
