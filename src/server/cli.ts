#!/usr/bin/env node
import { nodeVersionProblem } from "./commands/node-version.ts";

const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  // Node 22 announces at every start that its SQLite is an experiment; whoever starts the service cannot change that.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    if (name !== "ExperimentalWarning") process.stderr.write(`${name}: ${message}\n`);
  });
  // Only now: what the command imports does not exist in an older Node.js.
  const { runCommand } = await import("./commands/run.ts");
  await runCommand(process.argv.slice(2));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
