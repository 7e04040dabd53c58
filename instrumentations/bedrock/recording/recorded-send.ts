import { context } from "@opentelemetry/api";
import { isFields } from "@svc/core/internal";
import {
  callIn,
  logFault,
  type Method,
  observedClients,
  observePromise,
  type ObservedCall,
  type Operation,
  ownData,
  ownMethod,
  patchForGood,
  type Patches,
  type ReplacementOf,
  startCall,
  type SvcConfig,
  tapIterable,
  UNREAD,
  types,
} from "@svc/instrumentation";
import { watchHeaders } from "../answer/response-headers.ts";
import { operationOf } from "../commands/command-operation.ts";
import { givenCall } from "../commands/given-call.ts";
import { hasCountsInHeaders } from "../commands/invoke-model.ts";
import { BEDROCK } from "../library.ts";

const SEND = "send";

/** Fields of an answer that can hold a stream. */
const STREAMS = ["stream", "body"] as const;

type Callback = (...args: unknown[]) => unknown;

/** Records every call of the clients of a class while the user of the patches needs it. Returns false when it has no `send`. */
export function recordEverySend(patches: Patches, prototype: object): boolean {
  ownMethod(prototype, SEND);
  return patches.add(prototype, SEND, recording);
}

/** Records the calls of observed clients of a class, for good. Returns false when it has no `send`. */
export function recordObservedSends(prototype: object): boolean {
  ownMethod(prototype, SEND);
  return patchForGood(prototype, SEND, recording) !== undefined;
}

const recording: ReplacementOf = (method, patch) =>
  function send(this: unknown, ...args: unknown[]): unknown {
    // A patch that stays for good is one for observed clients.
    const config = patch.isPermanent && isFields(this) ? observedClients.get(this) : undefined;
    const operation = config !== undefined || patch.users > 0 ? operationOf(args[0]) : undefined;
    return operation === undefined
      ? Reflect.apply(method, this, args)
      : recordedSend(operation, method, this, args, config);
  };

/** Makes the call as the application asked for it, inside an observation. */
function recordedSend(
  operation: Operation,
  method: Method,
  client: unknown,
  args: readonly unknown[],
  config: SvcConfig | undefined,
): unknown {
  const call = startCall(operation, client, givenCall(args[0]), config);
  if (call === undefined) return Reflect.apply(method, client, args);
  // The application can give a callback in the place of the options, or after them.
  const place = [1, 2].find((at) => typeof args[at] === "function");
  let result: unknown;
  try {
    watch(client, operation);
    result = callIn(call.context, method, client, place === undefined ? args : withListener(args, place, call));
  } catch (error) {
    call.endFailed(error);
    throw error;
  }
  if (place !== undefined || !call.isRecording) return result;
  if (types.isPromise(result)) return observePromise(result, call, (output) => onAnswer(output, call, args[1]));
  call.end(UNREAD);
  return result;
}

/** Has a client keep what the call itself does not show. */
function watch(client: unknown, operation: Operation): void {
  try {
    if (hasCountsInHeaders(operation)) watchHeaders(client);
  } catch (error) {
    logFault(BEDROCK, "the middleware of a client", error);
  }
}

/** Returns the arguments with a callback that listens, and then calls the application's in the application's context. */
function withListener(args: readonly unknown[], place: number, call: ObservedCall): unknown[] {
  const callback = args[place] as Callback;
  const caller = context.active();
  const listening = function (this: unknown, ...results: unknown[]): unknown {
    const [error, output] = results;
    if (error === null || error === undefined) {
      onAnswer(output, call, place === 1 ? undefined : args[1]);
      call.endRead();
    } else {
      call.endFailed(error);
    }
    return context.with(caller, callback, this, ...results);
  };
  return args.toSpliced(place, 1, listening);
}

/** Records an answer, or listens to its stream. `options` are the application's for this call. */
function onAnswer(output: unknown, call: ObservedCall, options: unknown): void {
  try {
    if (call.hasEnded) return;
    call.describePassed();
    const accumulator = call.operation.accumulator?.();
    const stream = accumulator && STREAMS.map((name) => ownData(output, name)).find((found) => isIterable(found));
    if (accumulator === undefined || stream === undefined) {
      call.recordAnswer(output);
      return;
    }
    accumulator.add(output);
    tapIterable(stream, call, accumulator, signalIn(options));
  } catch (error) {
    logFault(BEDROCK, "an answer", error);
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return isFields(value) && !types.isProxy(value) && Symbol.asyncIterator in value;
}

/** Returns the signal in the options of a call. The SDK also takes signals of other classes, which cannot be listened to. */
function signalIn(options: unknown): AbortSignal | undefined {
  const signal = ownData(options, "abortSignal");
  return isFields(signal) && !types.isProxy(signal) && signal instanceof AbortSignal ? signal : undefined;
}
