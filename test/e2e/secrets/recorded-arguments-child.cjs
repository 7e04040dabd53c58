// Appends the arguments of each process that loads this file to the file that `ARGUMENTS_FILE` names.
const { appendFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  const line = JSON.stringify([...process.execArgv, ...process.argv]);
  appendFileSync(process.env.ARGUMENTS_FILE, `${line}\n`);
}
