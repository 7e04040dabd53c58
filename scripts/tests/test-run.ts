import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { TEST_GROUPS, type TestGroup } from "../../test/groups/test-groups.ts";
import { readRun, type TestRun } from "./test-reports.ts";

const ROOT = join(import.meta.dirname, "../..");
const VITEST = "node_modules/vitest/vitest.mjs";
const CONTAINERS = "containers/";

/** Programs that the tests with containers wait for. Building them takes minutes. */
const BUILDERS = ["containers/collector", "containers/manifest-tools", "support/storage/s3-server", "containers/caddy"];

/** Runs vitest with arguments, and nothing left out. Resolves to its exit code. */
export async function runVitest(args: readonly string[]): Promise<number> {
  return run(process.execPath, [VITEST, "run", ...args], {});
}

/**
 * Runs the tests of `npm test`, with those of the groups; with `isPart`, only those of the groups.
 */
export async function runTests(groups: readonly TestGroup[], isPart: boolean): Promise<TestRun | undefined> {
  const chosen = new Set(groups);
  const leftOut = TEST_GROUPS.filter((group) => !chosen.has(group)).flatMap(({ tests }) => tests);
  const only = groups.flatMap(({ tests }) => tests).filter((path) => path !== CONTAINERS);
  const isOnEveryEngine = groups.some(({ onEveryEngine }) => onEveryEngine);
  if (isPart && isOnEveryEngine) only.push("conformance/");
  if (isPart && only.length === 0) return undefined;
  return reported(
    "tests",
    [process.execPath, VITEST],
    ["--project", "!containers", ...(isPart ? only.map((path) => `test/${path}`) : [])],
    {
      TEST_LEFT_OUT: [...leftOut, CONTAINERS].join(","),
      TEST_ENGINES: isOnEveryEngine ? "all" : "sqlite",
    },
  );
}

/** Runs the tests with containers, if a group has them: mostly they wait for the engine, so they run beside the others. */
export async function runContainers(groups: readonly TestGroup[]): Promise<TestRun | undefined> {
  if (!groups.some(({ tests }) => tests.includes(CONTAINERS))) return undefined;
  for (const builder of BUILDERS) await run("nice", [`test/${builder}.sh`], {}, "ignore");
  return reported(
    "containers",
    ["test/containers/podman.sh", process.execPath, VITEST],
    ["--project", "containers"],
    {},
  );
}

/** Runs vitest with the default reporter, one of progress, and one that writes a file. */
async function reported(
  name: string,
  [program, ...before]: readonly [string, ...string[]],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  const report = join(ROOT, `.build/test-report-${name}.json`);
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=./test/support/progress-reporter.ts", "--reporter=json"];
  const exitCode = await run(program, [...before, "run", ...args, ...reporters, `--outputFile=${report}`], env);
  return readRun(report, exitCode);
}

async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  output: "inherit" | "ignore" = "inherit",
): Promise<number> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ["ignore", output, output],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
