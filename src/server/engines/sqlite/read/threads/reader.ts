import { getPriority, setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { databaseDamage } from "../../database/database-problem.ts";
import { type DatabaseLocation, openReader } from "../../database/database.ts";
import { checkPages, isDamage } from "../../database/file-damage.ts";
import { inSnapshot } from "../../database/transaction.ts";
import type { ReadOutcome, ReadTask, ReaderRequest } from "./reader-messages.ts";
import { sqliteReads } from "../sqlite-reads.ts";

/** Nice value of a reader: other threads go first when there are fewer processors than threads with work. */
const NICE = 10;

// On Linux each thread has its own priority; elsewhere this would apply to the whole process. A thread that goes last already stays there:
// only the administrator may let it go earlier.
if (process.platform === "linux" && getPriority() < NICE) setPriority(NICE);

const location = workerData as DatabaseLocation;
const database = openReader(location);
const reads = sqliteReads(database);
const encoder = new TextEncoder();
const port = parentPort as MessagePort;

port.on("message", (request: ReaderRequest) => {
  if (request === "close") return close();
  const outcome = request === "check" ? attempt(() => ({ result: checkPages(database) })) : run(request);
  port.postMessage(outcome, "json" in outcome ? [outcome.json.buffer] : []);
});

function close(): void {
  database.close();
  port.close();
}

/** Returns an error whose message says when the database is damaged: the error code does not reach the other thread. */
function withDamage(error: unknown): Error {
  const damage = "file" in location ? databaseDamage(location.file, error) : undefined;
  if (damage !== undefined) return new Error(damage, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

function run({ read, parameters, isJson }: ReadTask): ReadOutcome {
  return attempt(() => {
    const result = inSnapshot(database, () => (reads[read] as (...values: unknown[]) => unknown)(...parameters));
    return isJson ? { json: encoder.encode(JSON.stringify(result)) } : { result };
  });
}

function attempt(work: () => ReadOutcome): ReadOutcome {
  try {
    return work();
  } catch (error) {
    return { error: withDamage(error), ...(isDamage(error) && { isDamage: true }) };
  }
}
