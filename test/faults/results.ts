import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../support/paths.ts";
import type { Form } from "./fault.ts";

/** File of the committed results, from which `docs/reliability.md` is made. */
export const COMMITTED: string = join(ROOT, "docs/reliability/results.json");

/** File of the results at hand. Git ignores it. */
export const LATEST: string = join(ROOT, ".build/faults/results.json");

export interface FaultResult {
  readonly subject: string;
  readonly fault: string;
  readonly outcome: string;
  /** What was measured, or why the row failed. */
  readonly measured: string;
  readonly failsWhen: string;
  readonly hasPassed: boolean;
  readonly seconds: number;
  readonly form: Form;
  /** Day of the run, in UTC. */
  readonly date: string;
  readonly node: string;
}

/** Reads results; none where there is no file. */
export function readFaultResults(file: string): readonly FaultResult[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as FaultResult[]) : [];
}

/** Writes results in the order of `faults`, which names all rows. Rows that did not run now keep their last result. */
export function keepFaultResults(file: string, results: readonly FaultResult[], faults: readonly string[]): void {
  const byFault = new Map([...readFaultResults(file), ...results].map((result) => [result.fault, result]));
  const kept = faults.flatMap((fault) => byFault.get(fault) ?? []);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`);
}
