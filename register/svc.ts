#!/usr/bin/env node
// The command `svc`: `svc doctor [--json]` reports whether an application here can send to the service and, if not, why.
import { checkNode } from "./doctor/node-check.ts";
import { formatReport, type Report } from "./doctor/report.ts";

const USAGE = "Usage: svc doctor [--json]\n";

async function main([command, ...options]: readonly string[]): Promise<number> {
  if (command === "--help" || command === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command !== "doctor" || options.some((option) => option !== "--json")) {
    process.stderr.write(USAGE);
    return 2;
  }
  const report = await examined();
  if (report === undefined) return 1;
  process.stdout.write(options.includes("--json") ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
  return report.ok ? 0 : 1;
}

/** Returns the report; undefined when this Node.js is too old to make it, which is printed. */
async function examined(): Promise<Report | undefined> {
  try {
    // Imported late, because these files may need features that an older Node.js lacks.
    const { examine } = await import("./doctor/doctor.ts");
    return await examine(process.cwd());
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
