import { types } from "#platform/types";
import { context, trace, type Context, type Span } from "@opentelemetry/api";
import {
  countRetrieval,
  isFields,
  isOwnedCall,
  isOwnedRetrieval,
  noteRepeatedSpan,
  SUPPRESS_TRACING,
} from "@svc/core/internal";
import { configOfCall, startConfigured, type SvcConfig } from "../call/call-config.ts";
import { UNREAD } from "../call/ending.ts";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { ObservedCall } from "../call/observed-call.ts";
import type { Operation } from "../call/operation.ts";
import { logFault } from "../log-fault.ts";
import { patchForGood, type Method, type Patch, type Patches, type ReplacementOf } from "../patching/patch.ts";
import { isApiPromise, observeApiPromise } from "../promise/api-promise.ts";
import { observePromise } from "../promise/plain-promise.ts";
import { isResponsePromise, observeResponsePromise } from "../promise/response-promise.ts";
import { callIn, clientIn, transportOf, watchRequests } from "../request/call-request.ts";

/** Clients passed to an `observe` function, with their configurations, shared by all copies of this code in the process. */
type ObservedClients = WeakMap<object, SvcConfig>;

const KEY: unique symbol = Symbol.for("svc.observed-clients") as never;

function sharedClients(): ObservedClients {
  const holder = globalThis as { [KEY]?: ObservedClients };
  if (holder[KEY] === undefined) Object.defineProperty(holder, KEY, { value: new WeakMap() });
  return holder[KEY]!;
}

/** Observed clients with their configurations. Their calls are recorded even if no instrumentation records every client. */
export const observedClients: ObservedClients = sharedClients();

/**
 * Records every call of a method while the user of the patches needs it. Returns false when there is no such method. A call is
 * recorded once, even if several instrumentations, clients and copies of this code ask for it.
 */
export function recordEveryCall(patches: Patches, prototype: object, name: string, operation: Operation): boolean {
  return patches.add(prototype, name, recording(operation));
}

/** Records the calls of observed clients, for good. Returns false when there is no such method. */
export function recordObservedCalls(prototype: object, name: string, operation: Operation): boolean {
  return patchForGood(prototype, name, recording(operation)) !== undefined;
}

function recording(operation: Operation): ReplacementOf {
  return (method, patch) => recordingWhile(operation, method, patch);
}

/**
 * Returns the replacement of a method, which records its calls while a patch has users. The patch is that of the method or, for a
 * method of an object that is found late, that of the place where the object is found.
 */
export function recordingWhile(operation: Operation, method: Method, patch: Patch): Method {
  return function recorded(this: unknown, ...args: unknown[]): unknown {
    // A patch that stays for good is one for observed clients.
    const config = patch.isPermanent ? configOf(clientOf(this, operation)) : undefined;
    return config === undefined && patch.users === 0
      ? Reflect.apply(method, this, args)
      : recordedCall(operation, method, this, args, config);
  };
}

/** Returns the client of an object with model calls. */
function clientOf(resource: unknown, { library }: Operation): unknown {
  const { client } = transportOf(library);
  return client !== undefined && isFields(resource) ? resource[client] : resource;
}

function configOf(client: unknown): SvcConfig | undefined {
  return isFields(client) ? observedClients.get(client) : undefined;
}

/** Makes the call as the application asked for it, inside an observation. `ofClient` is the configuration of its client. */
function recordedCall(
  operation: Operation,
  method: Method,
  resource: unknown,
  args: unknown[],
  ofClient: SvcConfig | undefined,
): unknown {
  const client = clientIn(resource, operation.library);
  if (operation.make) return operation.make(operation, { method, resource, args, client, ofClient });
  const call = startCall(operation, client, passedTo(operation, resource, args), ofClient, operation.spanIn?.(args));
  if (call === undefined) return Reflect.apply(method, resource, args);
  call.signal = operation.signalIn?.(args);
  call.requestOptions = args[1];
  if (operation.readsPassed) call.describePassed();
  let result: unknown;
  try {
    result = callIn(call.context, method, resource, call.argsToSend(args));
  } catch (error) {
    call.endFailed(error);
    throw error;
  }
  return call.isRecording ? observeResult(result, call) : result;
}

function passedTo(operation: Operation, resource: unknown, args: readonly unknown[]): unknown {
  if (operation.passedIn === undefined) return args[0];
  try {
    return operation.passedIn(args, resource);
  } catch (error) {
    logFault(operation.library, "the request of a call", error);
    return undefined;
  }
}

/**
 * Starts the observation of a call with the body `passed`. Returns undefined for a call that is not to be recorded here. `ofClient`
 * is the configuration of its client, `repeated` the span that the package itself made of the call, and `startedAt` the start of a
 * call in the past, in milliseconds since 1970.
 */
export function startCall(
  operation: Operation,
  client: unknown,
  passed: unknown,
  ofClient: SvcConfig | undefined,
  repeated?: Span,
  startedAt?: number,
): ObservedCall | undefined {
  try {
    const active = context.active();
    if (active.getValue(SUPPRESS_TRACING) === true) return undefined;
    if (operation.type === "generation" && isOwnedCall(active)) return undefined;
    if (operation.subject === "dataSource") {
      if (isOwnedRetrieval(active)) return undefined;
      countRetrieval(active);
    }
    if (operation.fieldsOfPassed === undefined) watchRequests(client, operation.library);
    const config = configOfCall(active, ofClient);
    const call =
      config === undefined
        ? new ObservedCall(operation, client, passed, inTraceOf(repeated, active), config, startedAt)
        : startConfigured(
            config,
            () => new ObservedCall(operation, client, passed, inTraceOf(repeated, context.active()), config, startedAt),
          );
    if (repeated !== undefined && call.isRecording) noteRepeatedSpan(repeated);
    return call;
  } catch (error) {
    logFault(operation.library, "the start of a call", error);
    return undefined;
  }
}

/**
 * Returns the context to start the observation in. A span that the package made of the call, outside any other span, has begun
 * the trace of the request: the observation belongs to that trace.
 */
function inTraceOf(repeated: Span | undefined, parent: Context): Context {
  if (repeated === undefined || !repeated.isRecording() || trace.getSpan(parent) !== undefined) return parent;
  // Noted first: the observation is then known as the root of its trace.
  noteRepeatedSpan(repeated);
  return trace.setSpan(parent, repeated);
}

/** Reports to the call what becomes of the result of a method. Returns the result for the application. */
export function observeResult(result: unknown, call: AnswerReceiver): unknown {
  try {
    if (isApiPromise(result)) {
      observeApiPromise(result, call);
      return result;
    }
    if (isResponsePromise(result)) {
      observeResponsePromise(result, call);
      return result;
    }
    if (types.isPromise(result)) return observePromise(result, call);
  } catch (error) {
    logFault(call.operation.library, "the promise of a call", error);
  }
  call.end(UNREAD);
  return result;
}
