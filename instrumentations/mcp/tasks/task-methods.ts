import { fieldsOf, isFields, textOf } from "@svc/core/internal";
import type { Ending } from "@svc/instrumentation";
import { CANCELLED, toolFailed } from "../ending.ts";

/** Requests about a task, beside those that only list tasks. */
export const GETTING = "tasks/get";
export const READING = "tasks/result";
export const CANCELLING = "tasks/cancel";

/** Methods by which one side asks the other about a task. */
export const TASK_METHODS: ReadonlySet<unknown> = new Set([GETTING, READING, CANCELLING]);

/** Returns the id of the task that a request has become; undefined for an answer that is its result. */
export function createdTask(answer: unknown): string | undefined {
  const { task } = fieldsOf(answer);
  return isFields(task) ? textOf(task.taskId) : undefined;
}

/** Returns the ending that a task's status tells; undefined for a task that goes on, or whose result is still to be read. */
export function endingOfTask(status: unknown, message: unknown): Ending | undefined {
  if (status === "cancelled") return CANCELLED;
  return status === "failed" ? toolFailed(textOf(message), "The task failed") : undefined;
}
