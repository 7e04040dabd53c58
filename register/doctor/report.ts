import { formatSettingValue } from "@svc/core";

/** How a check came out: fine, fine but for something, or not. A check that needs one that failed is skipped. */
export type Outcome = "ok" | "warning" | "problem" | "skipped";

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly outcome: Outcome;
  /** What was found and, where it is not fine, what to do. */
  readonly detail: string;
}

/** A setting as it is in this environment. Secrets are shown as `***`. */
export interface ShownSetting {
  readonly name: string;
  readonly value: unknown;
  readonly unit: string | null;
  /** Name of the variable the value comes from, or `default`. */
  readonly source: string;
  readonly problems: readonly string[];
}

/** An instrumentation and an installed package that it is for. */
export interface Match {
  readonly instrumentation: string;
  readonly package: string;
  readonly version: string;
  readonly path: string;
  /** Versions the instrumentation knows, as semver ranges; empty when it does not say. */
  readonly supported: readonly string[];
  readonly isEnabled: boolean;
  readonly isSupported: boolean;
}

/** Everything `svc doctor` found out; `--json` prints it as it is. */
export interface Report {
  /** Whether there is no problem. */
  readonly ok: boolean;
  readonly sdk: string;
  readonly node: string;
  readonly settings: readonly ShownSetting[];
  readonly checks: readonly Check[];
  readonly instrumentations: readonly Match[];
}

const SIGNS: Readonly<Record<Outcome, string>> = {
  ok: "ok",
  warning: "warning",
  problem: "PROBLEM",
  skipped: "skipped",
};

/** The report as text for a reader. */
export function formatReport({ ok, sdk, node, settings, checks, instrumentations }: Report): string {
  const problems = checks.filter(({ outcome }) => outcome === "problem").length;
  return [
    `svc ${sdk}, Node ${node}`,
    "",
    "Settings",
    ...columns(settings.map((row) => [row.name, shown(row), row.source, row.problems.join("; ")])),
    "",
    "Checks",
    ...columns(checks.map(({ name, outcome, detail }) => [name, SIGNS[outcome], detail])),
    "",
    "Instrumentations for what is installed here",
    ...(instrumentations.length === 0
      ? ["  none: nothing that is installed here is instrumented"]
      : columns(instrumentations.map(matchRow))),
    "",
    ok ? "All is well." : `${problems} ${problems === 1 ? "problem" : "problems"}.`,
    "",
  ].join("\n");
}

function shown({ value, unit }: ShownSetting): string {
  return `${formatSettingValue(value ?? undefined)}${unit === null ? "" : ` ${unit}`}`;
}

function matchRow({ instrumentation, package: name, version, supported, isEnabled, isSupported }: Match): string[] {
  const state = !isEnabled ? "not enabled" : isSupported ? "ok" : `warning: knows ${supported.join(", ")}`;
  return [instrumentation, `${name} ${version}`, state];
}

function columns(rows: ReadonlyArray<readonly string[]>): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")}`.trimEnd());
}
