import { isFields, listOf, type Fields } from "@svc/core/internal";
import type { Method } from "@svc/instrumentation";
import { recordSafely } from "../run/record-safely.ts";
import { RunHandler } from "../handler/run-handler.ts";

const NAME = "svc_langchain_handler";

/** Handler that every run is reported to. */
const AUTOMATIC = new RunHandler(NAME, {});

/** Handler for an application without handlers of its own. Without this handler LangChain would make no callback manager. */
const ONLY = new RunHandler(NAME, {});

/** Configures LangChain's callbacks as the application asks, and adds the automatic handler. */
export function configureWithHandler(configure: Method, self: unknown, args: unknown[]): unknown {
  const [inheritable, local, ...rest] = args;
  return Reflect.apply(configure, self, [
    recordSafely(() => withHandler(inheritable, local)) ?? inheritable,
    local,
    ...rest,
  ]);
}

/** Returns true when a run is reported to no handler but the automatic one. */
export function isOnlyOurs(manager: unknown): boolean {
  const handlers = isFields(manager) ? listOf(manager.handlers) : [];
  return handlers.length > 0 && handlers.every((handler) => handler === ONLY);
}

/** Returns the callbacks with the automatic handler added. Does not change the callbacks that the application gave. */
function withHandler(callbacks: unknown, local: unknown): unknown {
  if (!callbacks) return [local ? AUTOMATIC : ONLY];
  if (Array.isArray(callbacks))
    return callbacks.some(isAutomatic) ? callbacks : [...(callbacks as unknown[]), AUTOMATIC];
  if (!isManager(callbacks) || listOf(callbacks.inheritableHandlers).some(isAutomatic)) return callbacks;
  const copy = callbacks.copy();
  copy.addHandler(AUTOMATIC, true);
  return copy;
}

/** Compares by name, because another copy of this package may be loaded. */
function isAutomatic(handler: unknown): boolean {
  return isFields(handler) && handler.name === NAME;
}

interface Manager extends Fields {
  copy(): { addHandler(handler: unknown, inherit: boolean): void };
}

function isManager(value: unknown): value is Manager {
  return isFields(value) && typeof value.copy === "function" && Array.isArray(value.handlers);
}
