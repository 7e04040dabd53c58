import { isFields, listOf, type Fields } from "@svc/core";
import { guarded } from "./guard.ts";
import type { Method } from "./patch.ts";
import { RunHandler } from "./run-handler.ts";

const NAME = "svc_langchain_handler";

/** The handler that every run is reported to. */
const AUTOMATIC = new RunHandler(NAME, {});

/** The same, where the application has no handler at all: without us LangChain would have made no manager of callbacks. */
const ONLY = new RunHandler(NAME, {});

/** Configures LangChain's callbacks as the application asks for it, and the automatic handler with them. */
export function configureWithHandler(configure: Method, self: unknown, args: unknown[]): unknown {
  const [inheritable, local, ...rest] = args;
  return Reflect.apply(configure, self, [
    guarded(() => withHandler(inheritable, local)) ?? inheritable,
    local,
    ...rest,
  ]);
}

/** Whether a run is reported to nobody but us. */
export function isOnlyOurs(manager: unknown): boolean {
  const handlers = isFields(manager) ? listOf(manager.handlers) : [];
  return handlers.length > 0 && handlers.every((handler) => handler === ONLY);
}

/** The callbacks with the automatic handler; what the application gave is left as it is. */
function withHandler(callbacks: unknown, local: unknown): unknown {
  if (!callbacks) return [local ? AUTOMATIC : ONLY];
  if (Array.isArray(callbacks))
    return callbacks.some(isAutomatic) ? callbacks : [...(callbacks as unknown[]), AUTOMATIC];
  if (!isManager(callbacks) || listOf(callbacks.inheritableHandlers).some(isAutomatic)) return callbacks;
  const copy = callbacks.copy();
  copy.addHandler(AUTOMATIC, true);
  return copy;
}

/** By its name: there may be another copy of this package. */
function isAutomatic(handler: unknown): boolean {
  return isFields(handler) && handler.name === NAME;
}

interface Manager extends Fields {
  copy(): { addHandler(handler: unknown, inherit: boolean): void };
}

function isManager(value: unknown): value is Manager {
  return isFields(value) && typeof value.copy === "function" && Array.isArray(value.handlers);
}
