// Programs of other people that an installation runs. The test fails when a package with an install script appears in a lock
// file, disappears, or is allowed to run without a line here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/paths.ts";

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { packages } = read("package-lock.json") as { packages: Record<string, LockedPackage> };
const { allowScripts } = read("package.json") as { allowScripts: Record<string, boolean> };

/** Packages with an install script, whether it runs, and why. Versions are those of the lock file. */
const REASONS: Readonly<Record<string, [runs: boolean, reason: string]>> = {
  "@bufbuild/buf": [true, "puts the compiler of the test's protobuf decoder in its place"],
  "cpu-features": [false, "builds an optional addon of ssh2, which no test uses"],
  esbuild: [true, "checks the program of this machine, which bundles the preload and applications of tests"],
  node: [true, "puts Node 24 in its place, which runs everything"],
  protobufjs: [false, "warns of versions only"],
  ssh2: [false, "builds an optional addon for container engines on other machines, which no test uses"],
};

/** Licences of the packages that come with what we publish or test. */
const LICENCES =
  /^(?:MIT|ISC|0BSD|CC0-1\.0|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|MPL-2\.0|Unlicense|\(Apache-2\.0 AND BSD-3-Clause\))$/;

const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const ofOthers = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);

it("each install script of a dependency is named, with the reason why it runs or not", () => {
  const scripted = ofOthers.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(new Set(scripted)).toEqual(new Set(Object.keys(REASONS)));
  const allowed = Object.fromEntries(Object.entries(REASONS).map(([name, [runs]]) => [name, runs]));
  expect(allowScripts).toEqual(allowed);
});

it("no package of ours runs a script when it is installed", () => {
  const own = Object.keys(packages).filter((path) => path !== "" && !path.includes("node_modules/"));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((path) => packages[path]?.hasInstallScript)).toEqual([]);
});

it("each dependency has a licence that allows its use here", () => {
  // The lock file lacks the licence of packages that state it in an old form: all are MIT.
  const unstated = new Set(["ssh2", "cpu-features", "buildcheck"]);
  const others = ofOthers.filter(([path, { license }]) => !unstated.has(nameOf(path)) && !LICENCES.test(license ?? ""));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

it("each dependency is locked to a version of the registry", () => {
  expect(ofOthers.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? ""))).toEqual([]);
});
