import { context, SpanKind, type Context } from "@opentelemetry/api";
import { fieldsOf, isFields, ownedToolIn, SUPPRESS_TRACING, textOf, type Fields } from "@svc/core/internal";
import { followPromise, logFault, types, type Method } from "@svc/instrumentation";
import { connectionAttributes, idText } from "./connection.ts";
import { ABORTED } from "./ending.ts";
import { describeOwned, McpCall } from "./mcp-call.ts";
import { isSentAgain, noteOpen } from "./open-requests.ts";
import { RECORDED_METHODS, type RecordedMethod } from "./recorded-methods.ts";
import { traceparentOf, withTraceContext } from "./trace-context.ts";

const PACKAGE = { name: "MCP" };
const NEXT_ID = "_requestMessageId";

/** Request about to be sent: what is called in place of it, and in which context. */
interface Sending {
  readonly context: Context;
  readonly args: unknown[];
  readonly request: Fields;
  /** Observation of the request; absent where a framework records the execution. */
  readonly call?: McpCall;
}

/** Contexts of the requests that were sent, by the objects that the SDK keeps of them. */
const contexts = new WeakMap<object, Context>();

/** Returns the context of a request that this package has sent. */
export function contextOfSent(request: unknown): Context | undefined {
  return isFields(request) ? contexts.get(request) : undefined;
}

/**
 * Sends a request inside its observation, with its trace in `params._meta`. `requestAt` is the place of the request among the
 * arguments; the options, if any, come after it. The promise stays a plain one with the same result or error.
 */
export function sendRecorded(original: Method, sender: unknown, args: unknown[], requestAt: number): unknown {
  const sending = prepare(sender, args, requestAt);
  if (sending === undefined) return Reflect.apply(original, sender, args);
  const { call } = sending;
  const close = noteOpen(sender as object, {
    context: sending.context,
    traceparent: traceparentOf(fieldsOf(sending.request.params)),
  });
  let result: unknown;
  try {
    result = context.with(sending.context, () => Reflect.apply(original, sender, sending.args));
  } catch (error) {
    close();
    call?.failed(error);
    throw error;
  }
  if (!types.isPromise(result)) return (close(), call?.answered(result), result);
  const signal = signalIn(args);
  return followPromise(
    result,
    (answer) => {
      close();
      call?.answered(answer);
    },
    (error) => {
      close();
      if (signal?.aborted === true) call?.end(ABORTED);
      else call?.failed(error);
    },
  );
}

/** Returns what to send in place of the request; undefined for a request that is to be left as it is. */
function prepare(sender: unknown, args: unknown[], requestAt: number): Sending | undefined {
  try {
    const request = args[requestAt];
    const active = context.active();
    if (!isFields(request) || !isFields(sender) || active.getValue(SUPPRESS_TRACING) === true) return undefined;
    const method = RECORDED_METHODS.get(textOf(request.method) ?? "");
    const params = fieldsOf(request.params);
    if (method === undefined || isSentAgain(sender, traceparentOf(params))) return undefined;
    const attributes = connectionAttributes(sender);
    const owner = isOwned(method, params, active);
    let call: McpCall | undefined;
    if (owner) describeOwned(owner, method, attributes);
    else {
      call = new McpCall({
        method,
        params,
        parent: active,
        kind: SpanKind.CLIENT,
        type: method.type,
        attributes,
        requestId: idText(sender[NEXT_ID]),
      });
    }
    const inside = call?.context ?? active;
    const toSend = { ...request, params: withTraceContext(params, inside) };
    contexts.set(toSend, inside);
    return {
      context: inside,
      args: withProgress(args.with(requestAt, toSend), requestAt, call),
      request: toSend,
      ...(call && { call }),
    };
  } catch (error) {
    logFault(PACKAGE, "the start of a request", error);
    return undefined;
  }
}

/** Returns the span of the tool that a framework executes by this request. A framework can put the server's name before the tool's. */
function isOwned(method: RecordedMethod, params: Fields, active: Context) {
  const owner = method.type === "tool" ? ownedToolIn(active) : undefined;
  const name = textOf(params.name);
  if (owner === undefined || name === undefined) return undefined;
  const isSame = owner.name === name || (owner.name.endsWith(name) && /\W|_/.test(owner.name.at(-name.length - 1)!));
  return isSame ? owner.span : undefined;
}

/** Returns the arguments with a listener for progress that counts, where the application gave one. */
function withProgress(args: unknown[], requestAt: number, call: McpCall | undefined): unknown[] {
  const at = args.findIndex((given, index) => index > requestAt && typeof fieldsOf(given).onprogress === "function");
  if (at === -1 || call === undefined) return args;
  const options = args[at] as Fields;
  const given = options.onprogress as Method;
  const onprogress = function (this: unknown, ...progress: unknown[]): unknown {
    call.progressed();
    return context.with(call.context, () => Reflect.apply(given, this, progress));
  };
  return args.with(at, { ...options, onprogress });
}

function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  for (const given of args) {
    const signal = isFields(given) ? given.signal : undefined;
    if (signal instanceof AbortSignal) return signal;
  }
  return undefined;
}
