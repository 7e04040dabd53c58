import { formatSettingValue } from "@svc/core/internal";
import { plain } from "../terminal/text.ts";

/** Result of a check. `warning`: it works, with a limitation. `skipped`: the check depends on one that failed. */
export type Outcome = "ok" | "warning" | "problem" | "skipped";

export interface Check {
  readonly name: string;
  readonly outcome: Outcome;
  /** Finding and, when the outcome is not `ok`, what to do. */
  readonly detail: string;
}

/** Setting in this environment. Secrets are shown as `***`. */
export interface ShownSetting {
  readonly name: string;
  readonly value: unknown;
  readonly unit: string | null;
  /** Name of the variable that gave the value, or `default`. */
  readonly source: string;
  /** File that sets the variable, such as `.env`; null when the environment does. */
  readonly file: string | null;
  readonly problems: readonly string[];
}

/** Instrumentation and an installed package that it supports. */
export interface Match {
  readonly instrumentation: string;
  readonly package: string;
  readonly version: string;
  readonly path: string;
  /** Versions that the instrumentation supports, as semver ranges; empty when it names none. */
  readonly supported: readonly string[];
  readonly isEnabled: boolean;
  readonly isSupported: boolean;
  /** True when the instrumentation is enabled only on request, or where its signal goes to an exporter of the application's own. */
  readonly isOptional: boolean;
  /** For a framework, how it is recorded, and what of it is not. */
  readonly recordedBy?: string;
  readonly missing?: readonly string[];
}

/** Report of `svc doctor`; `--json` prints it unchanged. */
export interface Report {
  /** True when no check has the outcome `problem`. */
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

/**
 * Formats the report as text for a reader, the verdict last.
 *
 * @param isWhole - True to show settings that have their default, and packages whose instrumentation is optional and not enabled, as well.
 */
export function formatReport(report: Report, isWhole: boolean): string {
  const { ok, sdk, node, checks } = report;
  const settings = report.settings.filter((row) => isWhole || row.source !== "default" || row.problems.length > 0);
  const instrumentations = report.instrumentations.filter((row) => isWhole || row.isEnabled || !row.isOptional);
  const problems = checks.filter(({ outcome }) => outcome === "problem").map(({ name }) => name);
  const hidden = report.settings.length - settings.length;
  return [
    `svc ${sdk}, Node ${node}`,
    "",
    "Settings",
    ...columns(settings.map((row) => [row.name, shown(row), sourceOf(row), row.problems.join("; ")])),
    ...(hidden > 0 ? [`  ${hidden} ${settings.length > 0 ? "others " : ""}have their defaults: --all shows them`] : []),
    "",
    "Checks",
    ...columns(checks.map(({ name, outcome, detail }) => [name, SIGNS[outcome], detail])),
    "",
    "Instrumentations for what is installed here",
    ...(instrumentations.length === 0
      ? ["  none: nothing that is installed here is instrumented"]
      : columns(instrumentations.map(matchRow))),
    "",
    ...frameworkLines(instrumentations),
    ok
      ? "All is well."
      : `${problems.length} ${problems.length === 1 ? "problem" : "problems"}: ${problems.join(", ")}.`,
    "",
  ].join("\n");
}

/** Returns the lines about the frameworks that are installed: version, how they are recorded, what is missing. */
function frameworkLines(matches: readonly Match[]): string[] {
  const rows = matches.flatMap(({ package: name, version, isEnabled, recordedBy, missing = [] }): string[][] => {
    if (recordedBy === undefined) return [];
    const not = missing.length === 0 ? "" : `not recorded: ${missing.join("; ")}`;
    return [
      [
        `${name} ${version}`,
        isEnabled ? recordedBy : "not recorded: its instrumentation is not enabled",
        isEnabled ? not : "",
      ],
    ];
  });
  // Two instrumentations may share the recording of a package.
  const lines = [...new Set(columns(rows))];
  return lines.length === 0 ? [] : ["Frameworks installed here, and how they are recorded", ...lines, ""];
}

function shown({ value, unit }: ShownSetting): string {
  const ofOne = value === 1 ? unit?.replace(/s$/, "") : unit;
  return `${formatSettingValue(value ?? undefined)}${unit === null ? "" : ` ${ofOne}`}`;
}

function sourceOf({ source, file }: ShownSetting): string {
  return file === null ? source : `${source} in ${file}`;
}

function matchRow(match: Match): string[] {
  const { instrumentation, package: name, version, supported, isEnabled, isOptional, isSupported } = match;
  const off = isOptional ? "not enabled: optional" : "not enabled";
  const state = !isEnabled ? off : isSupported ? "ok" : `warning: knows ${supported.join(", ")}`;
  return [instrumentation, `${name} ${version}`, state];
}

/** Returns rows as lines with columns. What the service or a package says stays on its line and moves no cursor. */
function columns(given: ReadonlyArray<readonly string[]>): string[] {
  const rows = given.map((row) => row.map(plain));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")}`.trimEnd());
}
