#!/usr/bin/env node
// The command `npx @svc/migrate [FOLDER] [--from langfuse] [--write]`: shows what generation 6 changes in a project, or writes it.
import { parseArgs } from "node:util";
import { diffOf, leftAfterWriting, migrate, writeChanges } from "./migrate.ts";

const USAGE = `Usage: npx @svc/migrate [FOLDER] [--from langfuse] [--write]

Moves a project from generation 5 of the @svc packages, or from Langfuse's packages of versions 4 and 5, to generation 6. Shows the changes as a diff; --write writes them.
Lists what is left for you with file, line and replacement.

Exit code: 0 nothing is left to change, 1 something is, 2 the command failed.
`;

function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      from: { type: "string" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [folder = ".", ...surplus] = positionals;
  if (surplus.length > 0) throw new Error(`there can be one folder, not also ${surplus.join(", ")}`);
  const { from } = values;
  if (from !== undefined && from !== "langfuse") throw new Error(`--from ${from}: langfuse is expected`);
  const options = from === undefined ? {} : ({ from } as const);
  const migration = migrate(folder, options);
  const { changes } = migration;
  if (values.write) writeChanges(folder, changes);
  const left = values.write ? leftAfterWriting(migration) : migration.left;
  process.stdout.write(values.write ? changes.map(({ file }) => `changed ${file}\n`).join("") : diffOf(changes));
  if (left.length > 0) process.stdout.write(`\nLeft for you:\n`);
  for (const { file, line, code, replacement } of left) {
    process.stdout.write(`${file}:${line}  ${code}\n    use ${replacement}\n`);
  }
  process.stderr.write(`${summary(changes.length, left.length, values.write)}\n`);
  return left.length > 0 || (changes.length > 0 && !values.write) ? 1 : 0;
}

function summary(changed: number, left: number, written: boolean): string {
  if (changed + left === 0) return "Nothing to change.";
  const files = `${changed} ${changed === 1 ? "file" : "files"}`;
  const places = `${left} ${left === 1 ? "place is" : "places are"} left for you`;
  if (changed === 0) return `No file to change. ${places}.`;
  return `${written ? `${files} changed` : `${files} to change; --write changes them`}. ${places}.`;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`svc-migrate: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
