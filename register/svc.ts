#!/usr/bin/env node
// The command `svc`: `svc doctor [--json]` says whether what an application does here reaches the service, and if not why.
import { examine } from "./doctor/doctor.ts";
import { formatReport } from "./doctor/report.ts";

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
  const report = await examine(process.cwd());
  process.stdout.write(options.includes("--json") ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report));
  return report.ok ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`svc failed: ${String(error)}\n`);
    process.exitCode = 1;
  },
);
