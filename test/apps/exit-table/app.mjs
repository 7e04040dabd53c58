// Works, and ends in one of many ways: node app.mjs ENDING CARGO COUNT
import { Worker } from "node:worker_threads";
import { work } from "./work.mjs";

const [, , ending, cargo, count] = process.argv;
const doWork = () => work({ count: Number(count), cargo });

/** Nothing of the application keeps this from ending, nothing ends it. */
const stay = () => setInterval(() => {}, 1_000);

const inWorker = (how) =>
  new Worker(new URL("worker.mjs", import.meta.url), { workerData: { how, count: Number(count), cargo } });

const endings = {
  "nothing left to do": doWork,
  "process.exit()": () => {
    doWork();
    process.exit(3);
  },
  "an exception nobody catches": () => {
    doWork();
    throw new Error("nobody catches this");
  },
  "a rejection nobody handles": () => {
    doWork();
    void Promise.reject(new Error("nobody handles this"));
  },
  "an await that never settles": async () => {
    doWork();
    await new Promise(() => {});
  },
  "a signal": () => {
    doWork();
    stay();
    process.stdout.write("ready");
  },
  "a signal the application handles": () => {
    process.once("SIGTERM", () => process.exit(5));
    doWork();
    stay();
    process.stdout.write("ready");
  },
  "a signal the application no longer handles": () => {
    const listener = () => process.exit(5);
    process.on("SIGTERM", listener);
    doWork();
    stay();
    process.off("SIGTERM", listener);
    process.stdout.write("ready");
  },
  "an exit listener that works": () => {
    process.on("exit", doWork);
  },
  "an exit listener that works, process.exit() in the same turn": () => {
    process.on("exit", doWork);
    process.exit();
  },
  "an exit listener that throws": () => {
    doWork();
    process.on("exit", () => {
      throw new Error("from an exit listener");
    });
  },
  "a worker that ends": () => inWorker("ends"),
  "a worker that calls process.exit()": () => inWorker("exits"),
  "a worker that throws": () => inWorker("throws").on("error", () => {}),
  "a worker that is terminated": () => {
    const worker = inWorker("stays");
    worker.once("message", () => void worker.terminate());
  },
  "process.exit() while a worker runs": () => {
    inWorker("stays").once("message", () => process.exit());
  },
};

await endings[ending]();
