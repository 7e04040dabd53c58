#!/usr/bin/env node
import { nodeVersionProblem } from "./commands/node-version.ts";

const problem = nodeVersionProblem(process.versions.node);
if (problem === undefined) {
  // Node 22 warns at every start that its SQLite is experimental. The user cannot change that.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    if (name !== "ExperimentalWarning") process.stderr.write(`${name}: ${message}\n`);
  });
  // Imported only now: the command imports modules that an older Node.js does not have.
  const { runCommand } = await import("./commands/run.ts");
  await runCommand(process.argv.slice(2));
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
