import { beforeExitDelivery } from "@svc/core/internal";
import { UNREAD, type Ending } from "@svc/instrumentation";
import type { RequestListener } from "../mcp-call.ts";

/** Maximum number of open tasks of one client or server. Above it, the oldest is given up. */
const MAX_OPEN = 1_000;

/** Request that has become a task, whose observation goes on until the task ends. */
export interface OpenTask {
  readonly id: string;
  readonly listener: RequestListener;
  /** Ending of a task that is given up. */
  readonly ending: Ending;
  /** Called when the task has ended. */
  readonly close?: () => void;
}

/** Endings of tasks that are given up, at the side that has asked for them and at the side that works on them. */
export const NOT_READ: Ending = { ...UNREAD, statusMessage: { own: "The result of the task was not read" } };
export const NOT_ENDED: Ending = { ...UNREAD, statusMessage: { own: "The task did not end" } };

type Tasks = Map<string, OpenTask>;

/** Tasks of all clients and servers. */
const open = new Set<OpenTask>();
let areEndedAtExit = false;

/** Tasks of the requests that clients and servers have sent, or of those that they handle. */
export class OpenTasks {
  readonly #tasks = new WeakMap<object, Tasks>();
  readonly #collected = new FinalizationRegistry<Tasks>((tasks) => {
    for (const task of tasks.values()) giveUp(task);
  });

  /** Keeps a task of a client or a server open until {@link take}. */
  add(owner: object, task: OpenTask): void {
    endAtExit();
    const tasks = this.#tasksOf(owner);
    tasks.set(task.id, task);
    open.add(task);
    task.listener.becameTask(task.id);
    if (tasks.size <= MAX_OPEN) return;
    const [oldest] = tasks.values();
    tasks.delete(oldest!.id);
    giveUp(oldest!);
  }

  get(owner: object, id: unknown): OpenTask | undefined {
    return typeof id === "string" ? this.#tasks.get(owner)?.get(id) : undefined;
  }

  /** Returns a task that has ended, and forgets it; undefined when it is not open. */
  take(owner: object, id: unknown): OpenTask | undefined {
    const task = this.get(owner, id);
    if (task === undefined) return undefined;
    this.#tasks.get(owner)?.delete(task.id);
    open.delete(task);
    task.close?.();
    return task;
  }

  #tasksOf(owner: object): Tasks {
    let tasks = this.#tasks.get(owner);
    if (tasks === undefined) {
      this.#tasks.set(owner, (tasks = new Map()));
      this.#collected.register(owner, tasks);
    }
    return tasks;
  }
}

/** Ends the tasks that are open when the process ends. */
function endAtExit(): void {
  if (areEndedAtExit) return;
  areEndedAtExit = true;
  beforeExitDelivery(() => {
    for (const task of open) giveUp(task);
  });
}

function giveUp(task: OpenTask): void {
  open.delete(task);
  task.close?.();
  task.listener.end(task.ending);
}
