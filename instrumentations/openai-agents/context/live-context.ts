import type { Context } from "@opentelemetry/api";
import type { Fields } from "@svc/core/internal";

/**
 * Context inside the span that a store of the Agents SDK names at the moment. The SDK sets another span in the same store without
 * calling any function in the new span's context.
 */
export class LiveContext implements Context {
  readonly #store: Fields;
  readonly #base: Context;
  readonly #resolve: (store: Fields, base: Context) => Context;

  /** Takes the context in which the SDK made the store. */
  constructor(store: Fields, base: Context, resolve: (store: Fields, base: Context) => Context) {
    this.#store = store;
    this.#base = base;
    this.#resolve = resolve;
  }

  /** Returns the context inside the current span, which does not change any more. */
  settle(): Context {
    return this.#resolve(this.#store, this.#base);
  }

  getValue(key: symbol): unknown {
    return this.settle().getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return this.settle().setValue(key, value);
  }

  deleteValue(key: symbol): Context {
    return this.settle().deleteValue(key);
  }
}

/** Returns a context that does not change any more. */
export function settled(ctx: Context): Context {
  return ctx instanceof LiveContext ? ctx.settle() : ctx;
}
