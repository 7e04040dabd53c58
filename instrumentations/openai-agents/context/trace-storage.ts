import { context, type Context } from "@opentelemetry/api";
import { createContextStorage, fieldsOf, isFields, type Fields } from "@svc/core/internal";
import { patchForGood, type Method } from "@svc/instrumentation";
import { LiveContext, settled } from "./live-context.ts";

/** Symbol under which the Agents SDK keeps the storage of its current trace and span, from 0.4 on. */
const STORAGE: unique symbol = Symbol.for("openai.agents.core.asyncLocalStorage") as never;

/**
 * Makes the observations of the Agents SDK's current span the active ones wherever the SDK runs code inside a span. `resolve`
 * returns the context inside the span that a store of the SDK names; undefined where the span has no observation.
 */
export function followTraceStorage(resolve: (store: Fields, base: Context) => Context): void {
  const storage = traceStorage();
  if (storage === undefined) return;
  const owner = Object.hasOwn(storage, "run") ? storage : ownRun(storage);
  patchForGood(
    owner,
    "run",
    (run: Method) =>
      function runInside(this: unknown, ...args: unknown[]): unknown {
        const [store] = args;
        const call = (): unknown => Reflect.apply(run, this, args);
        if (!isFields(store)) return call();
        return context.with(new LiveContext(store, settled(context.active()), resolve), call);
      },
  );
}

/** Returns the storage of the SDK, created as the SDK does it when its first trace starts. */
function traceStorage(): object | undefined {
  const holder = globalThis as { [STORAGE]?: unknown };
  if (holder[STORAGE] === undefined) {
    Object.defineProperty(holder, STORAGE, { value: createContextStorage(), writable: true, configurable: true });
  }
  return isFields(holder[STORAGE]) ? holder[STORAGE] : undefined;
}

/** Returns the trace in whose context the code runs; undefined outside of a trace. */
export function currentTrace(): unknown {
  return currentStore().trace;
}

/** Returns the span with this id among those in whose context the code runs. */
export function currentSpan(id: unknown): unknown {
  let span: unknown = currentStore().span;
  while (isFields(span) && span.spanId !== id) span = span.previousSpan;
  return span;
}

function currentStore(): Fields {
  const storage = (globalThis as { [STORAGE]?: { getStore?: () => unknown } })[STORAGE];
  return fieldsOf(storage?.getStore?.());
}

/** Gives the storage a `run` of its own. */
function ownRun(storage: object): object {
  const run: unknown = Reflect.get(storage, "run");
  if (typeof run === "function") {
    Object.defineProperty(storage, "run", { value: run, configurable: true, writable: true, enumerable: false });
  }
  return storage;
}
