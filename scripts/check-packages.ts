// `npm run packages:check`: packs every package as it would be published into .build/packages, and checks each archive: its files against
// a list, its size, licence and notices, the fields of its package.json, its entries with publint, its types under every module
// resolution with are-the-types-wrong. With --write it first writes the list of files, scripts/packages/package-contents.txt.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareContents, writeContents } from "./packages/package-contents.ts";
import { faultsOfPapers, librariesWithoutNotice } from "./packages/package-papers.ts";
import { packageFolders } from "./package-folders.mjs";
import { manifestOf, pack, publishedFolders } from "./packages/published-packages.ts";
import { faultOfSize, readSizes } from "./packages/sizes.ts";
import { faultsOfVersions } from "./release/version-places.ts";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const ROOT = join(import.meta.dirname, "..");
const target = join(ROOT, ".build/packages");
const folders = publishedFolders();
let failed = 0;

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const packages = pack(folders, target);
const sizes = readSizes();

for (const packed of packages) {
  const { name, filename } = packed;
  const folder = folders.find((folder) => manifestOf(folder).name === name)!;
  for (const fault of faultsOfPapers(folder, packed)) fail(`${name} ${fault}`);
  const kept = sizes.packages[name];
  for (const fault of [
    faultOfSize(`the archive of ${name}`, packed.size / 1000, kept?.archive),
    faultOfSize(`${name}, installed,`, packed.unpackedSize / 1000, kept?.installed),
  ]) {
    if (fault !== undefined) fail(fault);
  }
  run(name, "publint", ["run", join(target, filename), "--strict"]);
  run(name, "attw", [join(target, filename), "--profile", "strict", "--format", "ascii", "--no-emoji", "--quiet"]);
}
for (const folder of packageFolders()) {
  const libraries = librariesWithoutNotice(folder);
  if (libraries.length > 0) fail(`The notices of ${folder} lack ${libraries.join(", ")}: build again.`);
}
for (const fault of faultsOfVersions(manifestOf(".").version)) fail(fault);

if (values.write) writeContents(packages);
const { unlisted, missing } = compareContents(packages);
for (const line of unlisted) fail(`+ ${line}`);
for (const line of missing) fail(`- ${line}`);
if (unlisted.length + missing.length > 0)
  console.error("The packages differ from scripts/packages/package-contents.txt: npm run packages:check -- --write.");

console.log(failed === 0 ? `${packages.length} packages are as they should be.` : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function fail(message: string): void {
  failed++;
  console.error(message);
}

function run(name: string, command: string, args: string[]): void {
  const program = join(ROOT, "node_modules/.bin", command);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) fail(`${command} finds fault with ${name}:\n${stdout}${stderr}`);
}
