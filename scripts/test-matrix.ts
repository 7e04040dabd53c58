// `npm run test:matrix`: runs the contract's tests on every supported Node, and the preload's tests with the application on
// that Node. Takes a few minutes; the Node versions come from the npm registry.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Tested versions. Up to 22.9 the preload traces CommonJS only (register/hooks/module-hooks.ts gives the reason), which its tests do
 * not expect.
 */
const VERSIONS = [
  { version: "22.0.0", hasPreload: false },
  { version: "22.9.0", hasPreload: true },
  { version: "22", hasPreload: true },
  { version: "24", hasPreload: true },
  { version: "26", hasPreload: true },
];
const FOLDER = ".build/nodes";
const VITEST = "node_modules/vitest/vitest.mjs";

const rows = VERSIONS.map(({ version, hasPreload }) => {
  const node = install(version);
  const name = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const contract = test(node, name, ["--project", "contract"], {});
  const preload = hasPreload
    ? test(process.execPath, name, ["--project", "e2e", "preload", "endings", "exit-table", "forms"], {
        TEST_NODE: node,
      })
    : "-";
  return { node: name, contract, preload };
});
console.table(rows);
if (rows.some((row) => [row.contract, row.preload].some((result) => result !== "-" && !result.endsWith(" 0 failed"))))
  process.exitCode = 1;

/** Installs a version of Node beside the others; returns the path of its executable. */
function install(version: string): string {
  const prefix = join(FOLDER, version);
  const platform = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  mkdirSync(prefix, { recursive: true });
  const args = [
    "install",
    "--prefix",
    prefix,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    `${platform}@${version}`,
  ];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`Node ${version} could not be installed.`);
  return join(process.cwd(), prefix, "node_modules", platform, "bin/node");
}

function test(node: string, name: string, args: readonly string[], env: Record<string, string>): string {
  const report = join(FOLDER, `${name}.json`);
  const run = [VITEST, "run", ...args, "--reporter=default", "--reporter=json", `--outputFile=${report}`];
  spawnSync(node, run, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  return `${numPassedTests} passed, ${numFailedTests} failed`;
}
