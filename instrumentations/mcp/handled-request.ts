import { context, isSpanContextValid, SpanKind, trace, type Context, type Link } from "@opentelemetry/api";
import {
  announcedToolContext,
  areToolsAnnounced,
  fieldsOf,
  isFields,
  SUPPRESS_TRACING,
  textOf,
  withoutOwnedCall,
  type Fields,
} from "@svc/core/internal";
import { followPromise, safeRecorder, types, type Method } from "@svc/instrumentation";
import { connectionAttributes, idText } from "./connection.ts";
import { CANCELLED } from "./ending.ts";
import { McpCall } from "./mcp-call.ts";
import { onlyOpenRequest } from "./open-requests.ts";
import { RECORDED_METHODS, type RecordedMethod } from "./recorded-methods.ts";
import { continuesAsTask, endingTasks, listenToTask, TASK_HANDLERS } from "./tasks/handled-task.ts";
import { arrivedTrace } from "./trace-context.ts";

const recordSafely = /* @__PURE__ */ safeRecorder({ name: "MCP" }, "the arrival of a request");
const HANDLERS = "_requestHandlers";
const FALLBACK = "fallbackRequestHandler";

/** Key of `_meta` by which Claude's CLI names the call of the tool that it executes. */
const TOOL_USE_ID = "claudecode/toolUseId";

/** Symbol of a handler that records its requests. All copies of this code in the process share it. */
const RECORDED: unique symbol = Symbol.for("svc.mcp.recorded") as never;

/**
 * Makes the stored handlers of a client or a server record their requests, while `isOn` says so. Returns false when the handlers
 * are not where they are expected.
 */
export function recordHandlers(receiver: unknown, isOn: () => boolean): boolean {
  const handlers = isFields(receiver) ? receiver[HANDLERS] : undefined;
  if (!(handlers instanceof Map)) return false;
  for (const [name, method] of RECORDED_METHODS) {
    const handler: unknown = handlers.get(name);
    if (typeof handler !== "function" || Object.hasOwn(handler, RECORDED)) continue;
    handlers.set(name, recording(handler as Method, receiver as Fields, method, isOn));
  }
  for (const name of TASK_HANDLERS) {
    const handler: unknown = handlers.get(name);
    if (typeof handler !== "function" || Object.hasOwn(handler, RECORDED)) continue;
    handlers.set(name, marked(endingTasks(handler as Method, receiver as Fields, name, isOn)));
  }
  return true;
}

/**
 * Calls `handle`, which looks up the handler of a request that has arrived. The handler for all requests without one of their own
 * records them during the call.
 */
export function withRecordedFallback(receiver: unknown, request: unknown, handle: () => unknown): unknown {
  if (!isFields(receiver) || typeof receiver[FALLBACK] !== "function") return handle();
  const method = RECORDED_METHODS.get(textOf(fieldsOf(request).method) ?? "");
  const own = Object.getOwnPropertyDescriptor(receiver, FALLBACK);
  if (method === undefined || own?.writable !== true) return handle();
  const fallback = own.value as Method;
  Reflect.set(
    receiver,
    FALLBACK,
    recording(fallback, receiver, method, () => true),
  );
  try {
    return handle();
  } finally {
    Reflect.set(receiver, FALLBACK, fallback);
  }
}

function recording(handler: Method, receiver: Fields, method: RecordedMethod, isOn: () => boolean): Method {
  const recorded = function (this: unknown, ...args: unknown[]): unknown {
    const call = isOn() ? recordSafely(() => startCall(receiver, method, args)) : undefined;
    if (call === undefined) return Reflect.apply(handler, this, args);
    let result: unknown;
    try {
      result = context.with(call.context, () => Reflect.apply(handler, this, args));
    } catch (error) {
      call.failed(error);
      throw error;
    }
    const onAnswer = (answer: unknown): void => {
      if (recordSafely(() => continuesAsTask(receiver, call, answer)) !== true) call.answered(answer);
    };
    if (!types.isPromise(result)) return (onAnswer(result), result);
    return followPromise(result, onAnswer, (error) => call.failed(error));
  };
  return marked(recorded);
}

function marked(recorded: Method): Method {
  return Object.defineProperty(recorded, RECORDED, { value: true });
}

function startCall(receiver: Fields, method: RecordedMethod, [given, extra]: unknown[]): McpCall | undefined {
  const active = context.active();
  if (active.getValue(SUPPRESS_TRACING) === true) return undefined;
  const request = fieldsOf(given);
  const params = fieldsOf(request.params);
  const { context: arrived, hasParent } = arrivedTrace(params, active);
  const asked = hasParent || method.asksBack !== true ? undefined : onlyOpenRequest(receiver);
  const useId = hasParent ? undefined : announcedUse(params);
  const parent = asked?.context ?? (useId === undefined ? undefined : announcedToolContext(useId)) ?? arrived;
  const call = new McpCall({
    method,
    params,
    parent: withoutOwnedCall(parent),
    kind: SpanKind.SERVER,
    // The sender's half is the tool, or that of the framework in this process; both together are one.
    type: hasParent || useId !== undefined ? "span" : method.type,
    attributes: connectionAttributes(receiver),
    requestId: idText(request.id),
    links: linksTo(active, parent),
  });
  listenToTask(receiver, call, params, extra);
  const signal = signalOf(extra);
  // A cancellation that came together with the request is handled before its handler starts.
  if (signal?.aborted === true) call.end(CANCELLED);
  else signal?.addEventListener("abort", () => call.end(CANCELLED), { once: true });
  return call;
}

/** Returns the id of the call of a tool that a framework of this process records; undefined for other requests. */
function announcedUse(params: Fields): string | undefined {
  return areToolsAnnounced() ? textOf(fieldsOf(params["_meta"])[TOOL_USE_ID]) : undefined;
}

/** Returns a link to the span of the HTTP request by which the request arrived, where that is not its parent. */
function linksTo(active: Context, parent: Context): Link[] {
  const around = trace.getSpanContext(active);
  const isOther = around !== undefined && isSpanContextValid(around);
  return isOther && around.spanId !== trace.getSpanContext(parent)?.spanId ? [{ context: around }] : [];
}

/** Returns the signal that aborts the handling of a request, in version 1 or 2. */
function signalOf(extra: unknown): AbortSignal | undefined {
  const fields = fieldsOf(extra);
  const signal = fields.signal ?? fieldsOf(fields.mcpReq).signal;
  return signal instanceof AbortSignal ? signal : undefined;
}
