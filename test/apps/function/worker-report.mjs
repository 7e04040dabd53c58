// A worker thread creates three scores and prints the report of its client's flush. With "busy", the main thread stands still
// from the creation of the scores until the flush is over.
import { SvcClient } from "@svc/client";
import { flush } from "@svc/register";
import { startObservation } from "@svc/tracing";
import { writeSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const IS_BUSY = 0;
const IS_OVER = 1;

if (isMainThread) {
  const state = new Int32Array(new SharedArrayBuffer(8));
  new Worker(new URL(import.meta.url), { workerData: state }).once("message", () => {
    if (process.argv[2] !== "busy") return;
    Atomics.store(state, IS_BUSY, 1);
    Atomics.notify(state, IS_BUSY);
    Atomics.wait(state, IS_OVER, 0);
  });
} else {
  const { parentPort } = await import("node:worker_threads");
  parentPort.postMessage("started", []);
  if (process.argv[2] === "busy") Atomics.wait(workerData, IS_BUSY, 0);
  startObservation("in a worker").end();
  const client = new SvcClient();
  for (let i = 0; i < 3; i++) client.score.create({ sessionId: "s", name: "helpful", value: i });
  const { scores } = await client.flush();
  await flush();
  writeSync(1, `${JSON.stringify(scores)}\n`);
  Atomics.store(workerData, IS_OVER, 1);
  Atomics.notify(workerData, IS_OVER);
}
