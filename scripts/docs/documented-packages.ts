import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDERS } from "../../instrumentations/index.ts";
import type { Provider, ProviderPackage, RecordedCalls } from "../../instrumentations/shared/provider/provider.ts";

/** Package whose calls are recorded. */
export interface RecordedPackage extends RecordedCalls {
  readonly name: string;
  readonly instrumentation: string;
  /** Page in docs/ that says what is recorded. */
  readonly page: string;
  /** Versions that the tests run, the oldest first. */
  readonly versions: readonly string[];
}

const ROOT = join(import.meta.dirname, "../..");

/** Returns the packages whose calls the preload records, in the order of the instrumentations. */
export function recordedPackages(): readonly RecordedPackage[] {
  return PROVIDERS.flatMap((provider) => provider.packages.map((found) => recordedPackage(provider, found)));
}

function recordedPackage(
  { name: instrumentation, page, applications = "{apps,installations}/*" }: Provider,
  found: ProviderPackage,
): RecordedPackage {
  const { name, classes = [], recordedCalls = { calls: [], observations: [] } } = found;
  const all = [callsOf(classes), recordedCalls];
  return {
    name,
    instrumentation,
    page,
    versions: testedVersions(name, applications),
    calls: [...new Set(all.flatMap(({ calls }) => calls))],
    observations: [...new Set(all.flatMap(({ observations }) => observations))],
  };
}

/** Returns the calls of patched classes, by the place of their objects below a client. */
function callsOf(classes: NonNullable<ProviderPackage["classes"]>): RecordedCalls {
  const all = classes.flatMap(({ places, methods, newerMethods }) =>
    Object.entries({ ...methods, ...newerMethods })
      .filter(([, { make }]) => make === undefined)
      .map(([method, { type, name }]) => ({
        call: [...(places[0] ?? []), method.replace(/Internal$/, "")].join("."),
        observation: `${type} \`${name}\``,
      })),
  );
  return { calls: all.map(({ call }) => call), observations: all.map(({ observation }) => observation) };
}

/** Returns the versions of a package that these applications of the tests depend on, the oldest first. */
function testedVersions(name: string, applications: string): string[] {
  const versions = globSync(`test/${applications}/package.json`, { cwd: ROOT }).flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    const alias = `npm:${name}@`;
    return Object.entries(dependencies).flatMap(([dependency, version]) => {
      if (version.startsWith(alias)) return [version.slice(alias.length)];
      return dependency === name ? [version] : [];
    });
  });
  if (versions.length === 0) throw new Error(`No application in test/${applications} depends on ${name}.`);
  return [...new Set(versions)].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
