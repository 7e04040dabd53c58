// Records numbered observations under the preload: those from the first to the second argument, then waits for the end of its standard
// input; without a second one until it is killed. Writes the number of each observation that has ended to standard output. A third
// argument names the way in which the process crashes.
import { startObservation } from "@svc/tracing";
import { writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

const [first = "0", end = "Infinity", crash] = process.argv.slice(2);
process.stdin.resume();

for (let number = Number(first); number < Number(end); number++) {
  startObservation(String(number), { input: `question ${number}`, output: "answer ".repeat(number % 50) }).end();
  writeSync(1, `${number}\n`);
  // The number of observations in one turn of the event loop varies.
  if (number % 7 === 0) await setImmediate();
}
if (crash === "abort") process.abort();
if (crash === "out of memory")
  for (const all: unknown[] = []; ;) all.push(Array.from({ length: 100_000 }, () => all.length));
