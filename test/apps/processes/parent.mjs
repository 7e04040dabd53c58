// Starts another process inside an observation and waits for its end: node parent.mjs HOW
import { propagation, context } from "@opentelemetry/api";
import { startActiveObservation } from "@svc/tracing";
import { fork, spawn } from "node:child_process";
import cluster from "node:cluster";
import { once } from "node:events";

const child = new URL("child.mjs", import.meta.url).pathname;

/** The environment by which a child process joins the trace. */
function traced() {
  const carrier = {};
  propagation.inject(context.active(), carrier);
  return { ...process.env, TRACEPARENT: carrier.traceparent };
}

const starts = {
  spawn: () => spawn(process.execPath, [child], { env: traced(), stdio: "inherit" }),
  fork: () => fork(child, { env: traced() }),
  cluster: () => {
    cluster.setupPrimary({ exec: child });
    return cluster.fork(traced()).process;
  },
};

await startActiveObservation("parent", async () => {
  await once(starts[process.argv[2]](), "exit");
});
process.disconnect?.();
