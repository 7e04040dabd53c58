import { context, createContextKey, type Context } from "@opentelemetry/api";
import { isFields, logger } from "@svc/core/internal";
import { AsyncLocalStorage } from "node:async_hooks";
import { types } from "node:util";
import type { ApiMethod } from "../call/traced-call.ts";
import { patchMethod, topOwnerOf } from "../patching/patch.ts";

/** Method with which a client sends a request, serialised and prepared, on each attempt: `(url, init, ms, controller)`. */
const SEND = "fetchWithTimeout";

const CALL = createContextKey("svc_openai_call");

/** Receiver of the requests that are sent in its context. */
export interface Sender {
  /** Called for every request that a client sends, that of the call or another one. */
  sends(client: unknown, url: unknown, init: unknown): void;
}

/** Prototypes of clients that are patched to report their requests, as far as the patch is possible. */
const watched = new WeakSet<object>();

/** Patches the class of a client, so that all clients of the class report the requests that they send. */
export function watchRequests(client: unknown): void {
  if (!isFields(client) || types.isProxy(client)) return;
  const prototype: unknown = Object.getPrototypeOf(client);
  if (!isFields(prototype) || watched.has(prototype)) return;
  watched.add(prototype);
  const owner = topOwnerOf(client, SEND);
  const patch = owner && patchMethod(owner, SEND, (method) => telling(method));
  // The patch stays for good: outside of calls it does nothing.
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

/** Returns a context in which requests are reported to the sender. */
export function withSender(ctx: Context, sender: Sender): Context {
  return ctx.setValue(CALL, sender);
}

/** Storage for applications whose OpenTelemetry does not carry contexts along. */
const ownStorage = new AsyncLocalStorage<Context>();
let carriesContexts = false;

/** Calls a method in a context. Requests that the method sends are reported to the sender of the context. */
export function callIn(ctx: Context, method: ApiMethod, self: unknown, args: readonly unknown[]): unknown {
  carriesContexts ||= context.with(ctx, () => context.active()) === ctx;
  if (carriesContexts) return context.with(ctx, method, self, ...args);
  return ownStorage.run(ctx, () => Reflect.apply(method, self, args));
}

function senderIn(active: Context): Sender | undefined {
  const ctx = carriesContexts ? active : ownStorage.getStore();
  return ctx?.getValue(CALL) as Sender | undefined;
}
