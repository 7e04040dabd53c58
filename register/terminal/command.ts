import { traceIdIn } from "@svc/core/internal";

/** Command of `svc` that reads the service. */
export interface TerminalCommand {
  readonly usage: string;
  /** Runs the command. Returns the exit code. */
  readonly run: (parameters: string[]) => Promise<number>;
}

/** Error whose message says what to do. The command ends with exit code 1 and this line. */
export class CommandProblem extends Error {}

/** Error about parameters. The command ends with exit code 2. */
export class UsageProblem extends Error {}

/** Reads a number of rows from 1 to a limit. Throws a {@link UsageProblem} for any other text. */
export function readLimit(text: string, most: number): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= most) return limit;
  throw new UsageProblem(`--limit ${text}: a number from 1 to ${most} is expected.`);
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time: a length up to now such as `15m`, or a date in ISO 8601. Throws a {@link UsageProblem} for any other text. */
export function readSince(text: string): Date {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time = count === undefined ? Date.parse(text) : Date.now() - Number(count) * (UNITS[unit] ?? 0);
  if (!Number.isNaN(time)) return new Date(time);
  throw new UsageProblem(`--since ${text}: a length such as 15m, 2h or 7d is expected, or a date such as 2026-11-22.`);
}

/** Reads the id of a trace, or takes it out of the address of its page. Throws a {@link UsageProblem} without one. */
export function readTraceId(parameters: readonly string[]): string {
  const [given, ...others] = parameters;
  if (given === undefined || others.length > 0) throw new UsageProblem("One trace id is expected.");
  return traceIdIn(given);
}
