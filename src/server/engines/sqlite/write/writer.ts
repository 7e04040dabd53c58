import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openDatabase } from "../database/database.ts";
import type { PruneStep } from "../../../storage/pruning/prune-total.ts";
import { type PruneLimits, prune } from "../retention/pruning.ts";
import type { Statement } from "../../../storage/records.ts";
import { StatementRunner } from "./statement-runner.ts";
import { inTransaction } from "../database/transaction.ts";
import { BlockIndex } from "../block-index/block-index.ts";
import { IndexFilling } from "../block-index/index-filling.ts";
import { ObservationWriter } from "./observation-writer.ts";
import { failureOf } from "./write-failure.ts";
import type {
  Outcomes,
  StatementsMessage,
  WriterReply,
  WriterRequest,
  WriterSettings,
  WriterTask,
} from "./writer-messages.ts";

/**
 * Maximum number of waiting tasks that one transaction stores, and the time in milliseconds after which no more tasks join it.
 */
const MOST_TASKS = 64;
const JOIN_MS = 50;

type Task = Exclude<WriterRequest, "close">;
type Outcome = Outcomes[WriterTask["kind"]];

const { location, decodesMetadata } = workerData as WriterSettings;
const database = openDatabase(location);
const observations = new ObservationWriter(database, decodesMetadata);
const statements = new StatementRunner(database);
// A database in memory has no index: its readers see unfinished transactions, in which the index and the rows may differ.
const filling = "file" in location ? new IndexFilling(new BlockIndex(database)) : undefined;
const port = parentPort as MessagePort;
let pruning: ReturnType<typeof prune> | undefined;

port.on("message", (first: WriterRequest) => {
  for (let request: WriterRequest | undefined = first; request !== undefined;) {
    if (request === "close") return close();
    request = serve(request);
    filling?.changed();
  }
});

// An older file may have observations that are not in the index.
filling?.changed();

function close(): void {
  filling?.stop();
  database.close();
  port.close();
}

/** Serves a task, and the tasks behind it that fit into the same transaction. Returns the first request that does not fit. */
function serve(task: Task): WriterRequest | undefined {
  if (task.kind === "prune") {
    sendOutcome(
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
    // The transaction stored nothing, even for tasks that had succeeded. The task that ended the transaction is among `served`;
    // when the transaction could not begin, it is the first task.
    if (served.length === 0) served.push(task);
    outcomes = served.map(({ kind }) => failureOf(kind, error, "database"));
    if (following === served.at(-1)) following = next();
  }
  served.forEach((one, index) => sendOutcome(one, outcomes[index] as Outcome));
  return following;
}

/** Makes the next step of the run under way, or the first step of a new run. */
function pruneStep(limits: PruneLimits): PruneStep | "done" {
  const steps = pruning ?? prune(database, limits, !location.hasCopiedDocuments);
  // An error ends the generator: the next task starts a new run.
  pruning = undefined;
  const { value, done } = steps.next();
  if (done) return "done";
  pruning = steps;
  return value;
}

function next(): WriterRequest | undefined {
  return receiveMessageOnPort(port)?.message as WriterRequest | undefined;
}

/** Stores one task completely or not at all, within the open transaction. */
function store(task: Exclude<Task, { kind: "prune" }>): Outcome {
  if (task.kind === "crash") process.exit(1);
  database.exec("SAVEPOINT task");
  const outcome = attempt(task, () => {
    if (task.kind === "execute") return { done: statements.run(sentStatements(task)) };
    return { status: 200, ...observations.store(task) };
  });
  const isStored = "done" in outcome || ("status" in outcome && outcome.status === 200);
  database.exec(isStored ? "RELEASE task" : "ROLLBACK TO task; RELEASE task");
  return outcome;
}

function sentStatements({ texts, statements: sent }: StatementsMessage): Statement[] {
  return sent.map(({ text, values, mustChange = false }) => ({ sql: texts[text] ?? "", values, mustChange }));
}

function attempt(task: Task, work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    return failureOf(task.kind, error, "task");
  }
}

function sendOutcome({ id }: Task, outcome: Outcome): void {
  port.postMessage({ id, outcome } satisfies WriterReply, []);
}
