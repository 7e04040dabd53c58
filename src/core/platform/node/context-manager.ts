import type { Context } from "@opentelemetry/api";
import { AsyncLocalStorage } from "node:async_hooks";

/** Storage of a context that follows asynchronous code. */
export type ContextStorage = Pick<AsyncLocalStorage<Context>, "getStore" | "run">;

export function createContextStorage(): ContextStorage {
  return new AsyncLocalStorage<Context>();
}

/** Does nothing: on Node the application's OpenTelemetry SDK, or the preload, registers a context manager. */
export function ensureContextManager(): void {}
