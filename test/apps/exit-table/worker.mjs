// Works in a thread, and ends as it is told.
import { parentPort, workerData } from "node:worker_threads";
import { work } from "./work.mjs";

work(workerData);

switch (workerData.how) {
  case "exits":
    process.exit();
    break;
  case "throws":
    throw new Error("in a worker");
  case "stays":
    // Scores of a turn are handed over to the main thread at its end.
    setImmediate(() => parentPort.postMessage("done", []));
    setInterval(() => {}, 1_000);
    break;
  default:
}
