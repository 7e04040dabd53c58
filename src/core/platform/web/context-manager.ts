import { context, ROOT_CONTEXT, type Context, type ContextManager } from "@opentelemetry/api";
import { logger } from "../../logging/logger.ts";
import { apiSlot } from "../../runtime/api-slot.ts";
import { globalState } from "../../runtime/global-state.ts";
import { isPage } from "./host.ts";

/** Storage of a context: `AsyncLocalStorage`, or what takes its place. */
export interface ContextStorage {
  getStore(): Context | undefined;
  run<R>(store: Context, fn: () => R): R;
}

type StorageClass = new () => ContextStorage;

/**
 * Registers a context manager for OpenTelemetry unless the application has registered one. Called when a context is first
 * needed, after the application had its chance. Its contexts follow asynchronous code where the platform has
 * `AsyncLocalStorage`. Elsewhere a context lasts until its function returns, at an `await` until then.
 */
export function ensureContextManager(): void {
  if (apiSlot()?.context === undefined) context.setGlobalContextManager(new WebContextManager(createContextStorage()));
}

/** Creates a storage. Warns once where it cannot follow asynchronous code. */
export function createContextStorage(): ContextStorage {
  const AsyncStorage = asyncStorageClass();
  if (AsyncStorage !== undefined) return new AsyncStorage();
  if (!isPage()) {
    logger.warnOnce(
      "This platform has no AsyncLocalStorage: after an await, observations do not find their parent. On Cloudflare Workers " +
        "set the compatibility flag nodejs_compat; elsewhere pass parentSpanContext, or call startObservation on the parent.",
    );
  }
  globalState.contextsEndAtAwait = true;
  globalState.fallbackAttributes ??= {};
  return new SynchronousStorage();
}

function asyncStorageClass(): StorageClass | undefined {
  const { AsyncLocalStorage, process } = globalThis as {
    AsyncLocalStorage?: StorageClass;
    process?: { getBuiltinModule?(id: string): { AsyncLocalStorage?: StorageClass } | undefined };
  };
  try {
    return AsyncLocalStorage ?? process?.getBuiltinModule?.("async_hooks")?.AsyncLocalStorage;
  } catch {
    return undefined;
  }
}

/** Storage for platforms without `AsyncLocalStorage`: a stored value lasts until its function returns. */
class SynchronousStorage implements ContextStorage {
  #store: Context | undefined;

  getStore(): Context | undefined {
    return this.#store;
  }

  run<R>(store: Context, fn: () => R): R {
    const outer = this.#store;
    this.#store = store;
    try {
      return fn();
    } finally {
      this.#store = outer;
    }
  }
}

class WebContextManager implements ContextManager {
  readonly #storage: ContextStorage;

  constructor(storage: ContextStorage) {
    this.#storage = storage;
  }

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => fn.call(thisArg, ...args));
  }

  bind<T>(bound: Context, target: T): T {
    if (typeof target !== "function") return target;
    const run = (self: unknown, args: unknown[]): unknown =>
      this.#storage.run(bound, () => Reflect.apply(target, self, args));
    return function (this: unknown, ...args: unknown[]) {
      return run(this, args);
    } as T;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}
