import { fieldsOf, isFields, type Fields } from "@svc/core/internal";
import { followPromise, safeRecorder, shadow, types, type Method } from "@svc/instrumentation";
import type { McpCall } from "../mcp-call.ts";
import { CANCELLING, createdTask, endingOfTask, READING } from "./task-methods.ts";
import { NOT_ENDED, OpenTasks } from "./open-tasks.ts";

const recordSafely = /* @__PURE__ */ safeRecorder({ name: "MCP" }, "a task");

/** Methods by which the work of a task tells its end to the store that the SDK gives the handler of a request. */
const STORING = "storeTaskResult";
const UPDATING = "updateTaskStatus";

/** Methods whose handlers tell the end of a task whose work uses a store of its own. */
export const TASK_HANDLERS: readonly string[] = [READING, CANCELLING];

/** Tasks that clients and servers work on. */
const tasks = new OpenTasks();

/** Listens to the end of the task that a handled request may become, where the sender asks for one. */
export function listenToTask(receiver: object, call: McpCall, params: Fields, extra: unknown): void {
  const { taskStore: store } = fieldsOf(extra);
  if (!isFields(params.task) || !isFields(store)) return;
  listen(store, STORING, (id, status, result) => {
    tasks.take(receiver, id);
    call.answered(status === "failed" ? { ...fieldsOf(result), isError: true } : result);
  });
  listen(store, UPDATING, (id, status, message) => {
    const ending = endingOfTask(status, message);
    if (ending === undefined) return;
    tasks.take(receiver, id);
    call.end(ending);
  });
}

/** Keeps the observation of a handled request open when its answer is a task that goes on. Returns false for another answer. */
export function continuesAsTask(receiver: object, call: McpCall, answer: unknown): boolean {
  const id = createdTask(answer);
  if (id === undefined) return false;
  if (!call.hasEnded) tasks.add(receiver, { id, listener: call, ending: NOT_ENDED });
  return true;
}

/** Returns a handler of a request about a task that ends the task's observation by its answer. */
export function endingTasks(handler: Method, receiver: object, name: string, isOn: () => boolean): Method {
  return function (this: unknown, ...args: unknown[]): unknown {
    const result = Reflect.apply(handler, this, args);
    const { taskId } = fieldsOf(fieldsOf(args[0]).params);
    if (!isOn() || !types.isPromise(result) || tasks.get(receiver, taskId) === undefined) return result;
    return followPromise(
      result,
      (answer) =>
        recordSafely(() => {
          if (name === READING) tasks.take(receiver, taskId)?.listener.answered(answer);
          else tasks.take(receiver, taskId)?.listener.end(endingOfTask("cancelled", undefined)!);
        }),
      () => undefined,
    );
  };
}

function listen(store: Fields, name: string, tell: (...args: readonly unknown[]) => void): void {
  const method = store[name];
  if (typeof method !== "function") return;
  shadow(store as Record<string, unknown>, name, (...args: unknown[]): unknown => {
    const result: unknown = Reflect.apply(method, store, args);
    recordSafely(() => tell(...args));
    return result;
  });
}
