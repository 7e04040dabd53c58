// Asks in a worker thread.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

await once(new Worker(new URL("ask.mjs", import.meta.url)), "exit");
