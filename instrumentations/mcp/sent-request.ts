import { context, SpanKind, type Context } from "@opentelemetry/api";
import { fieldsOf, isFields, SUPPRESS_TRACING, textOf, type Fields } from "@svc/core/internal";
import { followPromise, safeRecorder, types, type Method } from "@svc/instrumentation";
import { connectionAttributes, idText } from "./connection.ts";
import { ABORTED } from "./ending.ts";
import { McpCall, type RequestListener } from "./mcp-call.ts";
import { isSentAgain, noteOpen } from "./open-requests.ts";
import { executedTool, OwnedExecution } from "./owned-execution.ts";
import { RECORDED_METHODS, type RecordedMethod } from "./recorded-methods.ts";
import { traceparentOf, withTraceContext } from "./trace-context.ts";

const NEXT_ID = "_requestMessageId";

const recordSafely = /* @__PURE__ */ safeRecorder({ name: "MCP" }, "the start of a request");

/** Place of the request among the arguments of a method that sends it. */
export interface RequestPlace {
  /** Index of the argument. */
  readonly at: number;
  /** Field of the argument; absent where the argument is the request. Another field of it then holds the options. */
  readonly field?: string;
}

/** Request about to be sent. */
interface Sending {
  readonly args: unknown[];
  readonly request: Fields;
  readonly listener: RequestListener;
}

/** Contexts of the requests that were sent, by the objects that the SDK keeps of them. */
const contexts = new WeakMap<object, Context>();

/** Returns the context of a request that this package has sent. */
export function contextOfSent(request: unknown): Context | undefined {
  return isFields(request) ? contexts.get(request) : undefined;
}

/**
 * Sends a request inside its observation, with its trace in `params._meta`. The promise stays a plain one with the same result or
 * error.
 */
export function sendRecorded(original: Method, sender: unknown, args: unknown[], place: RequestPlace): unknown {
  const sending = isFields(sender) ? recordSafely(() => prepare(sender, args, place)) : undefined;
  if (sending === undefined) return Reflect.apply(original, sender, args);
  const { listener, request } = sending;
  const traceparent = traceparentOf(fieldsOf(request.params));
  const close = noteOpen(sender as object, { context: listener.context, traceparent });
  let result: unknown;
  try {
    result = context.with(listener.context, () => Reflect.apply(original, sender, sending.args));
  } catch (error) {
    close();
    listener.failed(error);
    throw error;
  }
  const signal = signalIn(args, place);
  const onAnswer = (answer: unknown): void => {
    close();
    listener.answered(answer);
  };
  const onError = (error: unknown): void => {
    close();
    if (signal?.aborted === true) listener.end(ABORTED);
    else listener.failed(error);
  };
  if (types.isPromise(result)) return followPromise(result, onAnswer, onError);
  onAnswer(result);
  return result;
}

/** Returns what to send in place of the request; undefined for a request that is to be left as it is. */
function prepare(sender: Fields, args: unknown[], place: RequestPlace): Sending | undefined {
  const given = args[place.at];
  const request = place.field === undefined ? given : fieldsOf(given)[place.field];
  const active = context.active();
  if (!isFields(request) || active.getValue(SUPPRESS_TRACING) === true) return undefined;
  const method = RECORDED_METHODS.get(textOf(request.method) ?? "");
  const params = fieldsOf(request.params);
  if (method === undefined || isSentAgain(sender, traceparentOf(params))) return undefined;
  const listener = listenerOf(sender, method, params, active);
  const toSend = { ...request, params: withTraceContext(params, listener.context) };
  contexts.set(toSend, listener.context);
  const argument = place.field === undefined ? toSend : { ...fieldsOf(given), [place.field]: toSend };
  return { args: withProgress(args.with(place.at, argument), place, listener), request: toSend, listener };
}

function listenerOf(sender: Fields, method: RecordedMethod, params: Fields, active: Context): RequestListener {
  const attributes = connectionAttributes(sender);
  const executed = executedTool(method, params, active);
  if (executed !== undefined) return new OwnedExecution(executed, method, attributes, active);
  const { type } = method;
  const requestId = idText(sender[NEXT_ID]);
  return new McpCall({ method, params, parent: active, kind: SpanKind.CLIENT, type, attributes, requestId });
}

/** Returns the arguments with a listener for progress that counts, where the application gave one. */
function withProgress(args: unknown[], place: RequestPlace, listener: RequestListener): unknown[] {
  const at = args.findIndex((given, index) => index > place.at && typeof fieldsOf(given).onprogress === "function");
  if (at === -1) return args;
  const options = args[at] as Fields;
  const given = options.onprogress as Method;
  const onprogress = function (this: unknown, ...progress: unknown[]): unknown {
    listener.progressed();
    return context.with(listener.context, () => Reflect.apply(given, this, progress));
  };
  return args.with(at, { ...options, onprogress });
}

function signalIn(args: readonly unknown[], { at }: RequestPlace): AbortSignal | undefined {
  const options = [...args.slice(at + 1), fieldsOf(args[at]).options];
  const signal = options.map((given) => fieldsOf(given).signal).find((found) => found instanceof AbortSignal);
  return signal instanceof AbortSignal ? signal : undefined;
}
