import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openDatabase } from "../../storage/database.ts";
import { type PruneLimits, type PruneStep, prune } from "../../storage/pruning.ts";
import { StatementRunner } from "../../storage/statement-runner.ts";
import { inTransaction } from "../../storage/transaction.ts";
import { ObservationWriter } from "./observation-writer.ts";
import { failureOf } from "./write-failure.ts";
import type { Outcomes, WriterReply, WriterRequest, WriterSettings, WriterTask } from "./writer-messages.ts";

/** How many tasks are stored by one transaction when they are there at once, and after how long no more join it. */
const MOST_TASKS = 64;
const JOIN_MS = 50;

type Task = Exclude<WriterRequest, "close">;
type Outcome = Outcomes[WriterTask["kind"]];

const { location, decodesMetadata } = workerData as WriterSettings;
const database = openDatabase(location);
const observations = new ObservationWriter(database, decodesMetadata);
const statements = new StatementRunner(database);
const port = parentPort as MessagePort;
let pruning: ReturnType<typeof prune> | undefined;

port.on("message", (first: WriterRequest) => {
  for (let request: WriterRequest | undefined = first; request !== undefined;) {
    if (request === "close") return close();
    request = serve(request);
  }
});

function close(): void {
  database.close();
  port.close();
}

/** Serves a task and those behind it that its transaction can take in; gives the one that it cannot. */
function serve(task: Task): WriterRequest | undefined {
  if (task.kind === "prune") {
    answer(
      task,
      attempt(task, () => ({ done: pruneStep(task.limits) })),
    );
    return next();
  }
  const served: Task[] = [];
  let outcomes: Outcome[] = [];
  let following: WriterRequest | undefined = task;
  try {
    inTransaction(database, () => {
      const end = performance.now() + JOIN_MS;
      while (following !== undefined && following !== "close" && following.kind !== "prune") {
        served.push(following);
        outcomes.push(store(following));
        following = served.length < MOST_TASKS && performance.now() < end ? next() : undefined;
      }
    });
  } catch (error) {
    // Nothing of this transaction is stored, whatever each task of it thought. The task that ended it is one of them, or, where it
    // could not begin, the first.
    if (served.length === 0) served.push(task);
    outcomes = served.map(({ kind }) => failureOf(kind, error, "database"));
    if (following === served.at(-1)) following = next();
  }
  served.forEach((one, index) => answer(one, outcomes[index] as Outcome));
  return following;
}

/** Makes one more step of the pruning that is under way, or the first one of another. */
function pruneStep(limits: PruneLimits): PruneStep | "done" {
  const steps = pruning ?? prune(database, limits);
  // What throws ends the generator: the next task begins anew.
  pruning = undefined;
  const { value, done } = steps.next();
  if (done) return "done";
  pruning = steps;
  return value;
}

function next(): WriterRequest | undefined {
  return receiveMessageOnPort(port)?.message as WriterRequest | undefined;
}

/** Stores all of one task or nothing, within the transaction that is open. */
function store(task: Task): Outcome {
  if (task.kind === "crash") process.exit(1);
  database.exec("SAVEPOINT task");
  const outcome = attempt(task, () => {
    if (task.kind === "execute") return { done: statements.run(task.statements) };
    if (task.kind === "export") observations.store(task.format, task.body, task.source);
    return { status: 200 };
  });
  const isStored = "done" in outcome || ("status" in outcome && outcome.status === 200);
  database.exec(isStored ? "RELEASE task" : "ROLLBACK TO task; RELEASE task");
  return outcome;
}

function attempt(task: Task, work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    return failureOf(task.kind, error, "task");
  }
}

function answer({ id }: Task, outcome: Outcome): void {
  port.postMessage({ id, outcome } satisfies WriterReply, []);
}
