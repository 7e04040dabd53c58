// A process of its own, with a thread in it.
import { startObservation } from "@svc/tracing";
import cluster from "node:cluster";
import { once } from "node:events";
import { isMainThread, Worker } from "node:worker_threads";

startObservation(isMainThread ? "child" : "thread").end();
if (isMainThread) {
  await once(new Worker(new URL(import.meta.url)), "exit");
  cluster.worker?.disconnect();
}
