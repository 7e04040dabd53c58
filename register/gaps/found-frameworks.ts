import { dirname } from "node:path";
import { installedPackage } from "../modules/installed-package.ts";
import { frameworkGaps } from "./framework-gaps.ts";
import type { InstrumentationRow } from "../instrumentations/instrumentation-row.ts";

/**
 * Returns a description of each framework among all instrumented packages that this process would load from `node_modules`: its version,
 * how it is recorded, and what of it is not. A package that cannot be read is left out.
 */
export function foundFrameworks(all: readonly InstrumentationRow[], enabled: readonly InstrumentationRow[]): string[] {
  const [, main] = process.argv;
  const folder = main === undefined ? process.cwd() : dirname(main);
  const rows = all.filter(({ purpose }) => purpose === "observations");
  return [...new Set(rows.flatMap(({ modules }) => modules))].flatMap((name) => {
    const isEnabled = enabled.some((row) => rows.includes(row) && row.modules.includes(name));
    return describe(name, folder, isEnabled) ?? [];
  });
}

function describe(name: string, folder: string, isEnabled: boolean): string | undefined {
  try {
    const found = installedPackage(name, folder);
    const gaps = found && frameworkGaps(name, found.version, process.env);
    if (gaps === undefined) return undefined;
    const { recordedBy, missing } = gaps;
    const what = isEnabled ? [`recorded: ${recordedBy}`] : ["not recorded: its instrumentation is not enabled"];
    if (isEnabled && missing.length > 0) what.push(`not recorded: ${missing.join(", ")}`);
    return `${name} ${found!.version} (${what.join("; ")})`;
  } catch {
    return undefined;
  }
}
