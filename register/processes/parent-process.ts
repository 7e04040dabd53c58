import { defaultTextMapGetter, ROOT_CONTEXT, trace, type Context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";

/** Context manager whose default active span is the span of the process that started this one. */
class ChildProcessContextManager extends AsyncLocalStorageContextManager {
  readonly #inherited: Context;

  constructor(inherited: Context) {
    super();
    this.#inherited = inherited;
  }

  override active(): Context {
    const active = super.active();
    return active === ROOT_CONTEXT ? this.#inherited : active;
  }
}

/**
 * Returns a context manager that makes the spans of this process join the trace of the parent process. Reads `TRACEPARENT` and
 * `TRACESTATE` from the environment, as the OpenTelemetry specification defines for child processes. Returns undefined without
 * `TRACEPARENT`.
 */
export function contextManagerOfChildProcess(): AsyncLocalStorageContextManager | undefined {
  const { TRACEPARENT: traceparent, TRACESTATE: tracestate } = process.env;
  if (!traceparent) return undefined;
  const carrier = { traceparent, ...(tracestate && { tracestate }) };
  const inherited = new W3CTraceContextPropagator().extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
  return trace.getSpanContext(inherited) && new ChildProcessContextManager(inherited);
}
