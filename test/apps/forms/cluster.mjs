// Two processes of a cluster, each of which asks once.
import cluster from "node:cluster";
import { once } from "node:events";

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  await Promise.all(workers.map((worker) => once(worker, "exit")));
} else {
  await import("./ask.mjs");
  cluster.worker.disconnect();
}
