import { context, createContextKey, type Context } from "@opentelemetry/api";
import { isFields, logger } from "@svc/core";
import { AsyncLocalStorage } from "node:async_hooks";
import { types } from "node:util";
import type { ApiMethod } from "../call/traced-call.ts";
import { patchMethod, topOwnerOf } from "../patching/patch.ts";

/** Where a client hands over a request, serialised and prepared, each time that it sends one: `(url, init, ms, controller)`. */
const SEND = "fetchWithTimeout";

const CALL = createContextKey("svc_openai_call");

/** Something that wants to know what is sent inside it. */
export interface Sender {
  /** Told of every request that a client sends, that of the call or another one. */
  sends(client: unknown, url: unknown, init: unknown): void;
}

/** The prototypes of clients that tell what they send, as far as they can. */
const watched = new WeakSet<object>();

/** Sees to it that a client, and all clients of its class, tell what they send. */
export function watchRequests(client: unknown): void {
  if (!isFields(client) || types.isProxy(client)) return;
  const prototype: unknown = Object.getPrototypeOf(client);
  if (!isFields(prototype) || watched.has(prototype)) return;
  watched.add(prototype);
  const owner = topOwnerOf(client, SEND);
  const patch = owner && patchMethod(owner, SEND, (method) => telling(method));
  // Outside of calls it does nothing: it stays.
  if (patch) patch.isForObserved = true;
}

function telling(method: ApiMethod): ApiMethod {
  return function send(this: unknown, ...args: unknown[]): unknown {
    try {
      senderIn(context.active())?.sends(this, args[0], args[1]);
    } catch (error) {
      logger.errorOnce("Could not read a request of the openai package; the request itself is not affected", error);
    }
    return Reflect.apply(method, this, args);
  };
}

/** The context in which what is sent is told to the sender. */
export function withSender(ctx: Context, sender: Sender): Context {
  return ctx.setValue(CALL, sender);
}

/** For applications whose OpenTelemetry does not carry contexts along. */
const ownStorage = new AsyncLocalStorage<Context>();
let carriesContexts = false;

/** Calls a method in a context, and has requests that it sends told to the sender of the context. */
export function callIn(ctx: Context, method: ApiMethod, self: unknown, args: readonly unknown[]): unknown {
  carriesContexts ||= context.with(ctx, () => context.active()) === ctx;
  if (carriesContexts) return context.with(ctx, method, self, ...args);
  return ownStorage.run(ctx, () => Reflect.apply(method, self, args));
}

function senderIn(active: Context): Sender | undefined {
  const ctx = carriesContexts ? active : ownStorage.getStore();
  return ctx?.getValue(CALL) as Sender | undefined;
}
