import { setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type DatabaseLocation, openReader } from "./database.ts";
import type { ReadOutcome, ReadTask, ReaderRequest, SlowReads } from "./slow-reads.ts";
import { SqliteReads } from "./sqlite-reads.ts";

/** How far behind the other threads a reader stands when there are fewer processors than threads with work. */
const NICE = 10;

// On Linux a thread has a priority of its own; elsewhere this would hold for the whole process.
if (process.platform === "linux") setPriority(NICE);

const database = openReader(workerData as DatabaseLocation);
const reads: SlowReads = new SqliteReads(database);
const encoder = new TextEncoder();
const port = parentPort as MessagePort;

port.on("message", (request: ReaderRequest) => {
  if (request === "close") return close();
  const outcome = run(request);
  port.postMessage(outcome, "json" in outcome ? [outcome.json.buffer] : []);
});

function close(): void {
  database.close();
  port.close();
}

function run({ read, parameters, isJson }: ReadTask): ReadOutcome {
  try {
    const result = (reads[read] as (...values: unknown[]) => unknown)(...parameters);
    return isJson ? { json: encoder.encode(JSON.stringify(result)) } : { result };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
