import { isFields, textOf } from "@svc/core/internal";
import {
  callIn,
  followPromise,
  observeAnswer,
  observeRawResponse,
  ownData,
  SPEAKEASY,
  types,
  type Method,
  type ObservedCall,
} from "@svc/instrumentation";
import { record } from "./record-safely.ts";

/** Starts the observation of a model call with a body; undefined where it is not recorded. */
type StartCall = () => ObservedCall | undefined;

const EVENT_STREAM = "text/event-stream";

/**
 * Returns a client that looks and works as the given one, for the requests of one `callModel`. Each request is a call of the
 * model. The given client does the work, and is not changed.
 */
export function recordedClient(client: object, startCall: StartCall): object {
  /** Calls by the requests made for them. */
  const calls = new WeakMap<object, ObservedCall>();
  const createRequest: Around = (original, args) => {
    const call = record(startCall);
    record(() => call?.sends(client, ...SPEAKEASY.requestIn!(args)));
    const created = Reflect.apply(original, client, args);
    const request = ownData(created, "value");
    if (call !== undefined && isFields(request)) calls.set(request, call);
    else record(() => call?.endFailed(ownData(created, "error")));
    return created;
  };
  const send: Around = (original, args) => {
    const call = isFields(args[0]) ? calls.get(args[0]) : undefined;
    if (call === undefined) return Reflect.apply(original, client, args);
    const sent = callIn(call.context, original, client, args);
    return types.isPromise(sent)
      ? followPromise(
          sent,
          (result) => record(() => observeResponse(result, call)),
          (error) => call.endFailed(error),
        )
      : sent;
  };
  const copy = Object.create(Reflect.getPrototypeOf(client), Object.getOwnPropertyDescriptors(client)) as object;
  hide(copy, "_createRequest", createRequest);
  hide(copy, "_do", send);
  return copy;
}

type Around = (original: Method, args: unknown[]) => unknown;

/** Defines a method over an inherited one, where nobody sees it. */
function hide(target: object, name: string, around: Around): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== "function") return;
  Object.defineProperty(target, name, {
    value: (...args: unknown[]) => around(original as Method, args),
    configurable: true,
    writable: true,
  });
}

/** Listens to the body of a response, which the package reads. The error in a response is that with which the package rejects. */
function observeResponse(result: unknown, call: ObservedCall): void {
  const response = ownData(result, "value");
  if (!(response instanceof Response)) {
    call.endFailed(ownData(result, "error"));
    return;
  }
  if (!response.ok) return;
  const type = textOf(response.headers.get("content-type")) ?? "";
  if (type.startsWith(EVENT_STREAM) && response.body !== null) observeAnswer(response.body, call);
  else observeRawResponse(response, call);
}
