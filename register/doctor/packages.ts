import satisfies from "semver/functions/satisfies.js";
import type { InstrumentationRow } from "../instrumentations/instrumentation-row.ts";
import { INSTRUMENTATIONS } from "../instrumentations/instrumentation-table.ts";
import { enabledInstrumentations } from "../instrumentations/enabled-instrumentations.ts";
import { frameworkGaps } from "../gaps/framework-gaps.ts";
import { installedPackage, packageAt, type InstalledPackage } from "../modules/installed-package.ts";
import type { Check, Match } from "./report.ts";
import { findWithPnp } from "./yarn-pnp.ts";

/** Returns the instrumentations for the packages that an application in this folder would load. */
export function instrumentationMatches(folder: string): Match[] {
  const enabled = new Set(enabledInstrumentations().map(({ name }) => name));
  return INSTRUMENTATIONS.flatMap((row) =>
    row.modules.flatMap((name) => {
      const installed = findInstalled(name, folder);
      return installed === undefined ? [] : [matchOf(row, installed, enabled.has(row.name))];
    }),
  );
}

/** Checks that the preload's copy of OpenTelemetry's API can serve the application's copy. */
export function checkApi(folder: string, ours: string): Check {
  const name = "OpenTelemetry API";
  const installed = findInstalled("@opentelemetry/api", folder);
  if (installed === undefined) return { name, outcome: "ok", detail: `${ours}, only in the preload` };
  const { version, path } = installed;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [ourMajor = 0, ourMinor = 0] = ours.split(".").map(Number);
  if (major === ourMajor && minor <= ourMinor) {
    return { name, outcome: "ok", detail: `${version} in the application, served by ${ours} in the preload` };
  }
  const detail = `${version} in ${path} cannot be served by ${ours} in the preload: spans made with it are lost. Update @svc/register, or install @opentelemetry/api@${ours}.`;
  return { name, outcome: "problem", detail };
}

function matchOf(row: InstrumentationRow, { name, version, path }: InstalledPackage, isEnabled: boolean): Match {
  const supported = supportedVersions(row, name);
  const isSupported = supported.length === 0 || supported.some((range) => satisfies(version, range));
  const gaps = row.purpose === "observations" ? frameworkGaps(name, version, process.env) : undefined;
  const isOptional = row.purpose !== "observations" && row.purpose !== "context";
  const ofPackage = { instrumentation: row.name, package: name, version, path };
  return { ...ofPackage, supported, isEnabled, isSupported, isOptional, ...gaps };
}

function supportedVersions({ className, load }: InstrumentationRow, name: string): string[] {
  try {
    const Class = load()[className]!;
    const instrumentation = new Class({ enabled: false }) as {
      getModuleDefinitions?: () => Array<{
        name: string;
        supportedVersions: string[];
        files: Array<{ supportedVersions: string[] }>;
      }>;
    };
    const definitions = instrumentation.getModuleDefinitions?.().filter((definition) => definition.name === name) ?? [];
    const ofMain = definitions.flatMap(({ supportedVersions }) => supportedVersions);
    const ofFiles = definitions.flatMap(({ files }) => files.flatMap(({ supportedVersions }) => supportedVersions));
    return [...new Set([...ofMain, ...ofFiles])];
  } catch {
    return [];
  }
}

/** Returns a package that an application in this folder would load; undefined when there is none. */
export function findInstalled(name: string, folder: string): InstalledPackage | undefined {
  const withPnp = findWithPnp(name, folder);
  return withPnp === undefined ? installedPackage(name, folder) : packageAt(name, withPnp);
}
