import { defaultTextMapGetter, ROOT_CONTEXT, trace, type Context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";

/** Where nothing else is active, the span of the process that started this one is. */
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
 * When the process was started with `TRACEPARENT` (and `TRACESTATE`) in its environment, as the OpenTelemetry
 * specification has it for child processes, its spans join that trace: gives the context manager that does it.
 */
export function contextManagerOfChildProcess(): AsyncLocalStorageContextManager | undefined {
  const { TRACEPARENT: traceparent, TRACESTATE: tracestate } = process.env;
  if (!traceparent) return undefined;
  const carrier = { traceparent, ...(tracestate && { tracestate }) };
  const inherited = new W3CTraceContextPropagator().extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
  return trace.getSpanContext(inherited) && new ChildProcessContextManager(inherited);
}
