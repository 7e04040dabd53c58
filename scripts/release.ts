// `npm run release`: builds, checks and publishes all packages with the version that their package.json files have, and names the tags of
// the images. Refuses when the tree has changes, on another branch than main, without a token, with files that `npm run test:full` has not
// passed, and for a commit that ci.yml has not passed: it runs no tests itself. The workflow publish.yml runs it.
// `npm run release -- --dry-run` does the same and publishes nothing: it says what a release would be refused for, and what the changesets
// would make of the version and the changelog.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { manifestOf, publishedFolders } from "./packages/published-packages.ts";
import { releaseOf, withRelease } from "./release/changelog.ts";
import { IMAGES, imageTags } from "./release/image-tags.ts";
import { publish } from "./release/publish.ts";
import { refusalsOfGroups, refusalsOfTests } from "./release/passed-tests.ts";
import { refusals } from "./release/release-conditions.ts";
import { readReleasePlan } from "./release/release-plan.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKED = join(ROOT, ".build/packages");
const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
const isDryRun = values["dry-run"];
const { version } = manifestOf(".");

const plan = readReleasePlan(ROOT);
const refused = [...refusals(ROOT, version, plan), ...refusalsOfGroups(ROOT), ...(await refusalsOfTests())];
if (refused.length > 0) {
  console.error(isDryRun ? "A release would be refused:" : "The release is refused:");
  for (const refusal of refused) console.error(`- ${refusal}`);
  if (!isDryRun) process.exit(1);
}
if (plan !== undefined) {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const today = new Date().toISOString().slice(0, 10);
  const text = releaseOf(withRelease(changelog, plan.version, today, plan.entries), plan.version)!;
  const lines = text.split("\n").filter((line) => line.startsWith("- ")).length;
  console.log(`Changesets: ${plan.entries.length}, which make version ${plan.version} with ${lines} lines of changes.`);
}

// The checks pack every package into PACKED and look at the archives that are published here.
step("npm", "run", "build", "--silent");
step("npm", "run", "check", "--silent");
const rows = publishedFolders().map((folder) => {
  const { name, version } = manifestOf(folder);
  const archive = archiveOf(name, version);
  return { package: name, version, outcome: publish({ archive, name, version }, isDryRun) };
});
console.table(rows);
console.log(`Images, built by the workflow images.yml for linux/amd64 and linux/arm64:`);
for (const image of Object.values(IMAGES)) console.log(`  ${imageTags(image, version).join("  ")}`);
console.log(isDryRun ? "Dry run: nothing was published." : `Version ${version} is published.`);

/** Runs a command with its output. Ends the release when it fails. */
function step(command: string, ...args: readonly string[]): void {
  const begin = Date.now();
  console.log(`> ${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) {
    console.error(`The release ends: ${command} ${args.join(" ")} failed. Nothing was published.`);
    process.exit(1);
  }
  console.log(`  ${((Date.now() - begin) / 1000).toFixed(0)} s`);
}

/** Returns the archive that the checks packed of a package. */
function archiveOf(name: string, version: string): string {
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const [found] = globSync(file, { cwd: PACKED });
  if (found === undefined) throw new Error(`.build/packages has no ${file}: \`npm run packages:check\` packs it.`);
  return join(PACKED, found);
}
