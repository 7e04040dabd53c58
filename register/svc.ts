#!/usr/bin/env node
// The command `svc`: `svc doctor` reports whether an application here can send to the service and, if not, why. The other commands
// print what the service has.
import { checkNode } from "./doctor/node-check.ts";
import { formatReport, type Report } from "./doctor/report.ts";

const USAGE = `Usage: svc init [FOLDER] [--yes | --dry-run]   (sets a project up for the preload)
       svc doctor [--all | --json]
       svc traces | trace ID | tail | open [ID]   (--help says more)
       svc migrate   (names the command that moves a project from generation 5 to 6)
       svc mcp       (names the command that gives traces to coding agents)
`;

/** The command is a package of its own: it brings a compiler along, which no application needs when it runs. */
const MIGRATE = "To move a project from generation 5 to 6, run: npx @svc/migrate\n";

/** The server of a coding agent is a part of the service. */
const MCP = "To give traces to a coding agent on stdio, run: npx @svc/server mcp\n";

/** Commands of other packages, each with the line that names it. */
const ELSEWHERE: Readonly<Record<string, string>> = { migrate: MIGRATE, mcp: MCP };

/** Commands that read the service. */
const READING = new Set(["traces", "trace", "tail", "open"]);

async function main([command = "", ...options]: readonly string[]): Promise<number> {
  if (command === "--help" || command === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  const elsewhere = Object.hasOwn(ELSEWHERE, command) ? ELSEWHERE[command] : undefined;
  if (elsewhere !== undefined) {
    process.stderr.write(elsewhere);
    return 2;
  }
  if (command === "init") return (await onThisNode(async () => initialise(options))) ?? 1;
  if (READING.has(command)) return (await onThisNode(async () => read(command, options))) ?? 1;
  if (command !== "doctor" || options.some((option) => option !== "--json" && option !== "--all")) {
    process.stderr.write(USAGE);
    return 2;
  }
  const report = await onThisNode(examined);
  if (report === undefined) return 1;
  const text = options.includes("--json")
    ? `${JSON.stringify(report, null, 2)}\n`
    : formatReport(report, options.includes("--all"));
  process.stdout.write(text);
  return report.ok ? 0 : 1;
}

// Both are imported late, because their files may need features that an older Node.js lacks.

async function read(command: string, options: readonly string[]): Promise<number> {
  const { runCommand } = await import("./terminal/run-command.ts");
  return runCommand(command, [...options]);
}

async function initialise(options: readonly string[]): Promise<number> {
  const { runCreate } = await import("./terminal/init-command.ts");
  return runCreate(options);
}

async function examined(): Promise<Report> {
  const { examine } = await import("./doctor/doctor.ts");
  return examine(process.cwd());
}

/** Returns the result of some work; undefined when this Node.js is too old for it, which is printed. */
async function onThisNode<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const { outcome, detail } = checkNode();
    if (outcome === "ok") throw error;
    process.stderr.write(`svc: ${detail}\n`);
    return undefined;
  }
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`svc failed: ${String(error)}\n`);
    process.exitCode = 1;
  },
);
