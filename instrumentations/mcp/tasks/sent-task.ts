import { context } from "@opentelemetry/api";
import { fieldsOf, type Fields } from "@svc/core/internal";
import { followPromise, types } from "@svc/instrumentation";
import { ABORTED } from "../ending.ts";
import type { RequestListener } from "../mcp-call.ts";
import { endingOfTask, READING, TASK_METHODS } from "./task-methods.ts";
import { NOT_READ, OpenTasks, type OpenTask } from "./open-tasks.ts";

/** Tasks that clients and servers have asked for. */
const tasks = new OpenTasks();

/** Keeps the observation of a sent request open: its answer is a task. `close` is called at the end. */
export function awaitTask(sender: object, id: string, listener: RequestListener, close: () => void): void {
  tasks.add(sender, { id, listener, ending: NOT_READ, close });
}

/** Returns the open task that a request asks about. */
export function askedTask(sender: object, request: Fields): OpenTask | undefined {
  return TASK_METHODS.has(request.method) ? tasks.get(sender, fieldsOf(request.params).taskId) : undefined;
}

/** Sends a request about a task inside the task's observation, which ends when the answer tells its end. */
export function askAboutTask(
  sender: object,
  method: unknown,
  { id, listener }: OpenTask,
  signal: AbortSignal | undefined,
  send: () => unknown,
): unknown {
  const result = context.with(listener.context, send);
  if (!types.isPromise(result)) return result;
  return followPromise(
    result,
    (answer) => {
      if (method === READING) tasks.take(sender, id)?.listener.answered(answer);
      else {
        const { status, statusMessage } = fieldsOf(answer);
        const ending = endingOfTask(status, statusMessage);
        if (ending !== undefined) tasks.take(sender, id)?.listener.end(ending);
      }
    },
    (error) => {
      // A status that could not be asked for can be asked for again.
      if (signal?.aborted === true) tasks.take(sender, id)?.listener.end(ABORTED);
      else if (method === READING) tasks.take(sender, id)?.listener.failed(error);
    },
  );
}
