import { context, SpanKind, type Context } from "@opentelemetry/api";
import { fieldsOf, isFields, SUPPRESS_TRACING, textOf, type Fields } from "@svc/core/internal";
import { followPromise, safeRecorder, types, type Method } from "@svc/instrumentation";
import { takeCheckedCall, type CheckedCall } from "./checked-call.ts";
import { connectionAttributes, idText } from "./connection.ts";
import { ABORTED } from "./ending.ts";
import { McpCall, type RequestListener } from "./mcp-call.ts";
import { isSentAgain, noteOpen } from "./open-requests.ts";
import { executedTool, OwnedExecution } from "./owned-execution.ts";
import { RECORDED_METHODS, type RecordedMethod } from "./recorded-methods.ts";
import { askAboutTask, askedTask, awaitTask } from "./tasks/sent-task.ts";
import { createdTask } from "./tasks/task-methods.ts";
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
  /** Call of the application that may reject the result; absent where the application sends the request itself. */
  readonly checked: CheckedCall | undefined;
}

/** Method of version 2 that answers what a result asks for, and then sends the request again. */
export const ANSWERING = "_resolveNonCompleteResult";

/** Contexts of the requests that senders with that method have sent, by the objects that the SDK keeps of them. */
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
  if (sending === undefined) return sendOther(original, sender, args, place);
  const { listener, request, checked } = sending;
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
    const task = createdTask(answer);
    if (task !== undefined) return awaitTask(sender as object, task, listener, close);
    close();
    if (checked === undefined) listener.answered(answer);
    else checked.end = (rejection) => listener.answered(answer, rejection);
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

/** Sends a request that has no observation of its own: inside the observation of the task that it asks about, if any. */
function sendOther(original: Method, sender: unknown, args: unknown[], place: RequestPlace): unknown {
  const send = (): unknown => Reflect.apply(original, sender, args);
  const request = requestIn(args, place);
  const task = isFields(sender) && isFields(request) ? askedTask(sender, request) : undefined;
  if (task === undefined) return send();
  return askAboutTask(sender as object, (request as Fields).method, task, signalIn(args, place), send);
}

function requestIn(args: readonly unknown[], { at, field }: RequestPlace): unknown {
  return field === undefined ? args[at] : fieldsOf(args[at])[field];
}

/** Returns what to send in place of the request; undefined for a request that is to be left as it is. */
function prepare(sender: Fields, args: unknown[], place: RequestPlace): Sending | undefined {
  const request = requestIn(args, place);
  const active = context.active();
  if (!isFields(request) || active.getValue(SUPPRESS_TRACING) === true) return undefined;
  const method = RECORDED_METHODS.get(textOf(request.method) ?? "");
  const params = fieldsOf(request.params);
  if (method === undefined || isSentAgain(sender, traceparentOf(params))) return undefined;
  const listener = listenerOf(sender, method, params, active);
  const toSend = { ...request, params: withTraceContext(params, listener.context) };
  if (typeof sender[ANSWERING] === "function") contexts.set(toSend, listener.context);
  const argument = place.field === undefined ? toSend : { ...fieldsOf(args[place.at]), [place.field]: toSend };
  const checked = takeCheckedCall(params);
  return { args: withProgress(args.with(place.at, argument), place, listener), request: toSend, listener, checked };
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
  let at = place.at + 1;
  while (at < args.length && typeof fieldsOf(args[at]).onprogress !== "function") at++;
  if (at >= args.length) return args;
  const options = args[at] as Fields;
  const given = options.onprogress as Method;
  const onprogress = function (this: unknown, ...progress: unknown[]): unknown {
    listener.progressed();
    return context.with(listener.context, () => Reflect.apply(given, this, progress));
  };
  return args.with(at, { ...options, onprogress });
}

function signalIn(args: readonly unknown[], { at }: RequestPlace): AbortSignal | undefined {
  for (let index = at + 1; index < args.length; index++) {
    const { signal } = fieldsOf(args[index]);
    if (signal instanceof AbortSignal) return signal;
  }
  const { signal } = fieldsOf(fieldsOf(args[at]).options);
  return signal instanceof AbortSignal ? signal : undefined;
}
