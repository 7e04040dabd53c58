// `npm run test:newest`: runs the tests of every recorded package against its newest release, as the registry names it. A package
// whose newest release is tested already is left out. `npm run test:newest -- openai ollama` runs those packages in any case.
// Changes manifests and lock files for the time of the run, and puts them back.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { INSTRUMENTATIONS } from "../register/instrumentations/instrumentation-table.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, ".build/newest");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

/** Words in the paths of the test files of an instrumentation; by default its name. */
const TESTS: Readonly<Record<string, readonly string[]>> = {
  "openai-realtime": ["realtime"],
  "ai-sdk-mcp": ["mcp-frameworks"],
  groq: ["openai-compatible"],
  together: ["openai-compatible"],
  cerebras: ["openai-compatible"],
};

/** Application of the tests that depends on a package. */
interface Application {
  readonly folder: string;
  readonly version: string;
}

/** Result of a package: the version tested in CI, the newest one, and the outcome of its tests. */
interface Row {
  readonly package: string;
  readonly tested: string;
  readonly newest: string;
  readonly result: string;
}

const asked = process.argv.slice(2);
const recording = INSTRUMENTATIONS.filter(({ purpose }) => purpose === "observations");
const names = [...new Set(recording.flatMap(({ modules }) => modules))];
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`Not recorded: ${unknown.join(", ")}. There are: ${names.join(", ")}.`);

mkdirSync(FOLDER, { recursive: true });
const rows = names.filter((name) => asked.length === 0 || asked.includes(name)).map(rowOf);
console.table(rows);
if (rows.some(({ result }) => result.includes("failed") && !result.endsWith(" 0 failed"))) process.exitCode = 1;

/** Tests the newest release of a package, unless CI tests it and nobody asked for it. */
function rowOf(name: string): Row {
  const applications = newestApplications(name);
  const tested = applications[0]?.version ?? "none";
  const newest = newestOf(name);
  if (applications.length === 0) return { package: name, tested, newest, result: "no application of the tests has it" };
  if (newest === tested && !asked.includes(name)) return { package: name, tested, newest, result: "tested in CI" };
  const files = [...applications.map(({ folder }) => folder), ""].flatMap((folder) =>
    ["package.json", "package-lock.json"].map((file) => join(ROOT, folder, file)),
  );
  const before = new Map(globSync(files).map((file) => [file, readFileSync(file, "utf8")]));
  try {
    for (const { folder } of applications) install(name, newest, folder);
    const of = recording.filter(({ modules }) => modules.includes(name)).map((row) => row.name);
    const result = test(name, [...new Set(of.flatMap((each) => TESTS[each] ?? [each]))]);
    return { package: name, tested, newest, result };
  } catch (error) {
    return { package: name, tested, newest, result: `failed: ${(error as Error).message}` };
  } finally {
    for (const [file, content] of before) writeFileSync(file, content);
    if (applications.some(isWorkspace)) run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
}

/** Returns the applications of the tests with the newest version of a package among them. */
function newestApplications(name: string): Application[] {
  const found = globSync("test/{apps,installations}/*/package.json", { cwd: ROOT }).flatMap((file): Application[] => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    const version = dependencies[name];
    return version === undefined || !/^\d/.test(version) ? [] : [{ folder: dirname(file), version }];
  });
  const [first] = found.toSorted((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }));
  return found.filter(({ version }) => version === first?.version);
}

function isWorkspace({ folder }: Application): boolean {
  return folder.startsWith("test/apps/");
}

function newestOf(name: string): string {
  return run("npm", ["view", name, "dist-tags.latest"]).trim();
}

/** Installs a version of a package in an application: in a workspace by the lock file of the repository, else by its own. */
function install(name: string, version: string, folder: string): void {
  const args = ["install", "--save-exact", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
  if (isWorkspace({ folder, version })) run("npm", [...args, "--workspace", folder]);
  else run("npm", [...args, "--package-lock-only", "--ignore-scripts"], join(ROOT, folder));
}

function test(name: string, filters: readonly string[]): string {
  const report = join(FOLDER, `${name.replaceAll("/", "-")}.json`);
  const projects = ["--project", "integration", "--project", "e2e"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${report}`];
  spawnSync(process.execPath, [VITEST, "run", ...projects, ...filters, ...reporters], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  return `${numPassedTests} passed, ${numFailedTests} failed`;
}

/** Runs a command to its end and returns its output. Throws an error with the output when the command fails. */
function run(command: string, args: readonly string[], cwd: string = ROOT): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}
