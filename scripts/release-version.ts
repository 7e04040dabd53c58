// `npm run release:version`: gives all packages the version that the changesets ask for, moves their texts to CHANGELOG.md, and removes
// them. Changes files and commits nothing.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { withRelease } from "./release/changelog.ts";
import { readReleasePlan, runChangeset } from "./release/release-plan.ts";
import { writeVersion } from "./release/version-places.ts";

const root = process.cwd();
const plan = readReleasePlan(root);
if (plan === undefined) {
  console.error("There is no changeset: `npm run changeset` writes one.");
  process.exit(1);
}
const { version: before } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const changelog = readFileSync("CHANGELOG.md", "utf8");
const date = new Date().toISOString().slice(0, 10);
writeFileSync("CHANGELOG.md", withRelease(changelog, plan.version, date, plan.entries));
writeVersion(before, plan.version, root);
runChangeset(root, "version");
const lock = spawnSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], { stdio: "inherit" });
if (lock.status !== 0) throw new Error("npm could not write package-lock.json: run `npm install --package-lock-only`.");
console.log(
  `All packages have version ${plan.version}. Look at the changes, then commit them as "release ${plan.version}".`,
);
