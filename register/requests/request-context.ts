import { type Context, propagation, ROOT_CONTEXT, type Span, SpanKind, trace, type Tracer } from "@opentelemetry/api";
import { globalState, noteSampling } from "@svc/core/internal";
import type { IncomingMessage, ServerResponse } from "node:http";
import { registeredProvider } from "../api-slot/api-slot.ts";
import { endForGood } from "./late-writes.ts";

/** Scope of the spans of requests, the one of the instrumentation that makes them where an exporter asks for them. */
const SCOPE = "@opentelemetry/instrumentation-http";

/**
 * Context of a request that this process answers. Nobody receives the span of the request, so it is made, and the headers are read, when
 * something first asks for either: an observation, a request to another service, a log. Most requests ask for nothing.
 */
export class RequestContext implements Context {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #whole: Context | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  getValue(key: symbol): unknown {
    return (this.#whole ?? this.#make()).getValue(key);
  }

  setValue(key: symbol, value: unknown): Context {
    return (this.#whole ?? this.#make()).setValue(key, value);
  }

  deleteValue(key: symbol): Context {
    return (this.#whole ?? this.#make()).deleteValue(key);
  }

  #make(): Context {
    // The making itself can ask for the active context, which is this one.
    this.#whole = ROOT_CONTEXT;
    const parent = propagation.extract(ROOT_CONTEXT, this.#request.headers);
    const name = this.#request.method ?? "HTTP";
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
    // Observations below are then not counted as lost by the choice of this process's own sampler.
    if (globalState.recordsUnsampledTraces !== true) noteSampling(span, parent);
    endWith(span, this.#response);
    return (this.#whole = trace.setSpan(parent, span));
  }
}

let latest: { readonly provider: unknown; readonly tracer: Tracer } | undefined;

/** Returns the tracer of the registered provider, which spells out the scope each time it is asked for one. */
function tracer(): Tracer {
  const provider = registeredProvider();
  if (latest === undefined || latest.provider !== provider) latest = { provider, tracer: trace.getTracer(SCOPE) };
  return latest.tracer;
}

function endWith(span: Span, response: ServerResponse): void {
  if (response.closed) endForGood(span);
  else response.once("close", () => endForGood(span));
}
