// A worker thread creates a score and ends; the main thread waits for its delivery, and is frozen then.
import { SvcClient } from "@svc/client";
import { flush } from "@svc/register";
import { once } from "node:events";
import { isMainThread, Worker } from "node:worker_threads";

if (isMainThread) {
  await once(new Worker(new URL(import.meta.url)), "exit");
  await flush();
  process.kill(process.pid, "SIGKILL");
} else {
  new SvcClient().score.create({ sessionId: "s", name: "helpful", value: 1 });
}
