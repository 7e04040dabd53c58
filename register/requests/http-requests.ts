import { context } from "@opentelemetry/api";
import { logger } from "@svc/core/internal";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { EventEmitter } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { RequestContext } from "./request-context.ts";
import { addTraceHeaders } from "./trace-headers.ts";

/** Channel on which Node publishes each request that is about to be sent. Since Node 22.12. */
const CREATED = "http.client.request.created";

/** Context of a request, on the request and on its answer. */
const CONTEXT = Symbol("svc.request.context");

type Emit = (this: EventEmitter, event: string | symbol, ...args: unknown[]) => boolean;
type Emitter = EventEmitter & { [CONTEXT]?: RequestContext };
type EmitBy = (emit: Emit, emitter: Emitter, event: string | symbol, args: unknown[]) => boolean;

/**
 * Makes each request to a server of `node:http` or `node:https` one trace, and carries the trace to the requests that this process sends.
 * Takes the place of OpenTelemetry's instrumentation where nobody receives the spans of requests: a request that records nothing costs one
 * object. The exports of both modules stay as they are.
 */
export class HttpRequests {
  readonly #state = { isEnabled: true };

  constructor() {
    for (const { prototype } of [http.Server, https.Server]) replaceEmit(prototype, emitRequest, this.#state);
    for (const { prototype } of [http.IncomingMessage, http.ServerResponse]) {
      replaceEmit(prototype, emitInContext, this.#state);
    }
    subscribe(CREATED, onRequestCreated);
  }

  /** Leaves requests alone from now on. The methods stay replaced: others may have wrapped them since. */
  disable(): void {
    this.#state.isEnabled = false;
    unsubscribe(CREATED, onRequestCreated);
  }
}

/** Replaces the method by which a class emits events. `emitOurs` emits an event, by the class's own method that it gets. */
function replaceEmit(prototype: EventEmitter, emitOurs: EmitBy, state: { readonly isEnabled: boolean }): void {
  const emit = Reflect.get(prototype, "emit") as Emit;
  const value: Emit = function (this: Emitter, event, ...args) {
    return state.isEnabled ? emitOurs(emit, this, event, args) : emit.call(this, event, ...args);
  };
  Object.defineProperty(prototype, "emit", { value, writable: true, configurable: true });
}

/** Runs the listeners of a server's requests in the context of each. */
function emitRequest(emit: Emit, server: Emitter, event: string | symbol, args: unknown[]): boolean {
  const [request, response] = args as [Emitter & http.IncomingMessage, Emitter & http.ServerResponse];
  if (event !== "request" || request?.[CONTEXT] !== undefined) return emit.call(server, event, ...args);
  const made = new RequestContext(request, response);
  request[CONTEXT] = made;
  response[CONTEXT] = made;
  return context.with(made, emit, server, event, ...args);
}

/** Runs the listeners of a request, and of its answer, in its context: Node emits what arrives later in another one. */
function emitInContext(emit: Emit, emitter: Emitter, event: string | symbol, args: unknown[]): boolean {
  const own = emitter[CONTEXT];
  // Most events have no listener, and most of the others come in this context: making it the active one costs more than they do.
  if (own === undefined || emitter.listenerCount(event) === 0 || context.active() === own) {
    return emit.call(emitter, event, ...args);
  }
  return context.with(own, emit, emitter, event, ...args);
}

/** Never throws: Node would report the error as one that nobody caught. */
function onRequestCreated(message: unknown): void {
  const { request } = message as { request: http.ClientRequest };
  // The headers of a request with a list of them, or that expects an answer first, are on their way.
  if (request.headersSent || request.method === "CONNECT") return;
  try {
    addTraceHeaders({
      has: (name) => request.hasHeader(name),
      add: (name, value) => request.setHeader(name, [request.getHeader(name), value].flat().filter(Boolean).join(",")),
    });
  } catch (error) {
    logger.warnOnce("A request does not carry its trace.", error);
  }
}
