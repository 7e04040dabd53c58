// `npm run test:matrix`: runs the tests of the contract and of the codemod on every supported Node, and the preload's tests with the
// application on that Node; then, on this Node, the tests of every recorded version of each package, of every mode of Next.js and of
// every row, of which CI runs one or some. Takes about half an hour; the versions come from the npm registry. `npm run test:matrix --
// versions` runs the second part alone, `npm run test:matrix -- 22` the first part with the newest release of one Node.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDERS } from "../instrumentations/index.ts";
import { NODE_VERSIONS } from "./tested-platforms.ts";

const FOLDER = ".build/nodes";
const VITEST = "node_modules/vitest/vitest.mjs";

/** Test files of which CI runs one version or some rows; see `testedVersions`. */
const OF_VERSIONS = [
  ...new Set(PROVIDERS.map(({ page }) => page.replace(".md", ""))),
  "openrouter",
  "vector-stores",
  "next",
  "exit-table",
  "doctor",
  "page/datasets",
];

const [asked] = process.argv.slice(2);
if (asked !== undefined && asked !== "versions" && !NODE_VERSIONS.some(({ version }) => version === asked)) {
  throw new Error(
    `There is no part ${asked}: name "versions", or one of ${NODE_VERSIONS.map(({ version }) => version).join(", ")}.`,
  );
}
const nodes = NODE_VERSIONS.filter(({ version }) => asked === undefined || asked === version);
const rows = nodes.map(({ version, hasPreload }) => {
  const node = install(version);
  const name = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const contract = test(node, name, ["--project", "contract"], {});
  const preload = hasPreload
    ? test(process.execPath, name, ["--project", "e2e", "preload", "endings", "exit-table", "forms"], {
        TEST_NODE: node,
      })
    : "-";
  const codemod = test(node, name, ["--project", "integration", "migrate"], {});
  return { node: name, contract, preload, codemod };
});
const results = rows.flatMap(({ contract, preload, codemod }) => [contract, preload, codemod]);
console.table(rows);
if (asked === undefined || asked === "versions") {
  mkdirSync(FOLDER, { recursive: true });
  const projects = ["--project", "integration", "--project", "e2e", "--project", "page"];
  const versions = test(process.execPath, "versions", [...projects, ...OF_VERSIONS], { TEST_VERSIONS: "all" });
  console.log(`Every version of each package: ${versions}`);
  results.push(versions);
}
if (results.some((result) => result !== "-" && !result.endsWith(" 0 failed"))) process.exitCode = 1;

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
